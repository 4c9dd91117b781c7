import { RECIPE } from '#lib/picture-recipe.ts';

/** What a worker does with one picture. */
export interface PictureTask {
  file: Blob;
  /** The master's. */
  edge: number;
}

/** Safari from 16.4 on, and all others that staff's pages work in. */
export const canDraw = (): boolean =>
  typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';

let turn: Promise<unknown> = Promise.resolve();

/**
 * One picture at a time, each in a worker of its own, so that its memory is given back.
 * @returns what it answers; null where that takes too long
 * @throws Error where the worker cannot be loaded
 */
export function drawInTurn<Answer>(
  start: () => Worker,
  file: Blob,
  patienceMs: number,
): Promise<Answer | null> {
  const answer = turn.then(() => draw<Answer>(start(), file, patienceMs));
  turn = answer.catch(() => undefined);
  return answer;
}

function draw<Answer>(worker: Worker, file: Blob, patienceMs: number): Promise<Answer | null> {
  return new Promise<Answer | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('worker failed')));
    setTimeout(() => resolve(null), patienceMs);
    const task: PictureTask = { file, edge: RECIPE.master.edge };
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
