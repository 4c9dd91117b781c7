/**
 * Which calls that change something are under way. An answer that was made meanwhile may or may
 * not know of them, so whoever took it asks again when they have come to an end.
 */
let pending = 0;
let started = 0;
const waiting = new Set<() => void>();

/** Remembers a call that changes something, until its answer. */
export async function asWrite<T>(run: () => Promise<T>): Promise<T> {
  pending += 1;
  started += 1;
  try {
    return await run();
  } finally {
    pending -= 1;
    // After whoever sent the call has taken its answer in.
    if (pending === 0) setTimeout(runWaiting);
  }
}

/** @returns whether, since now, any such call was under way */
export function watchWrites(): () => boolean {
  const before = started;
  const isBusy = pending > 0;
  return () => isBusy || started > before;
}

/** Runs something once, when no such call is under way any more. */
export function afterWrites(run: () => void): void {
  waiting.add(run);
  if (pending === 0) setTimeout(runWaiting);
}

function runWaiting(): void {
  if (pending > 0) return;
  const runs = [...waiting];
  waiting.clear();
  for (const run of runs) run();
}
