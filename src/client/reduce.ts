import { RECIPE } from '#lib/picture-recipe.ts';
import type { ReduceTask } from './reduce.worker.ts';
import { isSavingAsked } from './saving.ts';

/** Below 1.6 Mbit/s a photo of 10 MB takes a minute. */
const SLOW_BYTES_PER_S = 200_000;
/** A phone that takes longer would be quicker with the original. */
const REDUCE_MS = 60_000;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

let bytesPerSecond = Infinity;

/** Notes how fast a photo went. */
export function noteSpeed(bytes: number, ms: number): void {
  if (ms > 0) bytesPerSecond = (bytes / ms) * 1000;
}

function isWanted(): boolean {
  const { saveData = false, effectiveType = '4g' } =
    (navigator as { connection?: Connection }).connection ?? {};
  return isSavingAsked() || saveData || effectiveType !== '4g' || bytesPerSecond < SLOW_BYTES_PER_S;
}

let turn: Promise<unknown> = Promise.resolve();

/** A smaller picture where the line is slow, else the file itself; one at a time, for memory. */
export function reduceFor(file: Blob): Promise<Blob> {
  if (!isWanted() || typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') {
    return Promise.resolve(file);
  }
  // Whatever goes wrong, this photo is sent as it is, and the next one has its turn.
  const reduced = turn
    .then(() => reduce(file))
    .then(
      (smaller) => smaller ?? file,
      () => file,
    );
  turn = reduced;
  return reduced;
}

/** A worker for each, so that its memory is given back. */
function reduce(file: Blob): Promise<Blob | null> {
  const worker = new Worker(new URL('./reduce.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => resolve(data));
    worker.addEventListener('error', () => resolve(null));
    setTimeout(() => resolve(null), REDUCE_MS);
    const task: ReduceTask = { file, edge: RECIPE.master.edge };
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
