/** A response received during a write may not include it, so callers refetch. */
let pending = 0;
let started = 0;
const waiting = new Set<() => void>();

export async function asWrite<T>(run: () => Promise<T>): Promise<T> {
  pending += 1;
  started += 1;
  try {
    return await run();
  } finally {
    pending -= 1;
    // After the caller has processed the response.
    if (pending === 0) setTimeout(runWaiting);
  }
}

/** @returns a function that tells whether any write has been in flight since */
export function watchWrites(): () => boolean {
  const before = started;
  const isBusy = pending > 0;
  return () => isBusy || started > before;
}

/** Once no write is in flight. */
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
