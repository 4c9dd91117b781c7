const KEPT_MS = 5000;

/** For checks that anyone may trigger: once every five seconds per database, shared by callers. */
export function memoizeBriefly<Of extends { database: object }, T>(
  ask: (of: Of) => Promise<T>,
): (of: Of) => Promise<T> {
  const kept = new WeakMap<object, { at: number; answer: Promise<T> }>();
  return (of) => {
    const known = kept.get(of.database);
    const now = performance.now();
    if (known && now - known.at < KEPT_MS) return known.answer;
    const answer = ask(of);
    kept.set(of.database, { at: now, answer });
    return answer;
  };
}
