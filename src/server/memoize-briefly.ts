const KEPT_MS = 5000;

/** For checks that anyone may trigger: once every five seconds per database, shared by callers. */
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
