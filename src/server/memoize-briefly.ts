const KEPT_MS = 5000;

/**
 * Makes a question that anybody may ask as often as they like cost little: it is asked at most
 * every five seconds for each database, and those who ask meanwhile share the answer.
 */
export function memoizeBriefly<Of extends { db: object }, T>(
  ask: (of: Of) => Promise<T>,
): (of: Of) => Promise<T> {
  const kept = new WeakMap<object, { at: number; answer: Promise<T> }>();
  return (of) => {
    const known = kept.get(of.db);
    const now = performance.now();
    if (known && now - known.at < KEPT_MS) return known.answer;
    const answer = ask(of);
    kept.set(of.db, { at: now, answer });
    return answer;
  };
}
