import { canDraw, drawInTurn } from './picture-worker.ts';
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

/** A smaller picture where the line is slow, else the file itself. */
export async function reduceFor(file: Blob): Promise<Blob> {
  if (!isWanted() || !canDraw()) return file;
  // Whatever goes wrong, this photo is sent as it is.
  return (await drawInTurn<Blob>(startWorker, file, REDUCE_MS).catch(() => null)) ?? file;
}

const startWorker = (): Worker =>
  new Worker(new URL('./reduce.worker.ts', import.meta.url), { type: 'module' });
