import { HEIC_TYPES } from '#domains/photo/photo-limits.ts';
import { HEIC_UNDRAWN, HEIC_UNLOADED } from '#domains/photo/upload.ts';
import { KIND_BYTES, pictureKind } from '#lib/picture-kind.ts';
import { ApiError, unanswered } from './api-client.ts';
import type { HeicAnswer } from './heic.worker.ts';
import { withRetry } from './patience.ts';
import { canDraw, drawInTurn } from './picture-worker.ts';
import { isReached } from './reach.ts';
import { inTime, isReadable } from './readable.ts';

const UNPROCESSABLE = 422;
const REQUEST_TIMEOUT = 408;
/** 48 megapixels on an old phone. */
const CONVERT_MS = 120_000;

/** The start of a file that does not answer is asked for again when it is sent. */
export async function kindOf(file: Blob) {
  const start = await inTime(file.slice(0, KIND_BYTES).arrayBuffer()).catch(() => null);
  return start && pictureKind(new Uint8Array(start));
}

/** By its content, or by its label where that says nothing: then it is said not to be one. */
export async function isHeic(file: Blob, label: string): Promise<boolean> {
  const kind = await kindOf(file);
  return kind === 'heic' || (kind === null && HEIC_TYPES.includes(label));
}

/**
 * The JPEG of a HEIC, which no server of ours takes: at most as large as the master, with its day,
 * upright and without its place. The same file gives the same bytes on the same device.
 * @throws ApiError with words if it cannot be drawn here; waits for a line to load the decoder
 */
export function jpegOf(file: Blob, isWanted: () => boolean): Promise<Blob> {
  return withRetry(async () => {
    const answer = canDraw() ? await convert(file, isWanted) : null;
    if (answer === 'unloaded') throw await notLoaded();
    if (answer?.jpeg) return answer.jpeg;
    // The sender says that a file has gone.
    if (!(await isReadable(file))) return file;
    throw new ApiError(UNPROCESSABLE, HEIC_UNDRAWN);
  }, isWanted);
}

const convert = (file: Blob, isWanted: () => boolean): Promise<HeicAnswer | null> =>
  drawInTurn<HeicAnswer>(
    () => {
      if (!isWanted()) throw new Error('not wanted any more');
      return new Worker(new URL('./heic.worker.ts', import.meta.url), { type: 'module' });
    },
    file,
    CONVERT_MS,
  ).catch(() => 'unloaded');

/** The line's fault, which is waited for, or another, for which a few tries are enough. */
const notLoaded = async (): Promise<ApiError> =>
  (await isReached()) ? new ApiError(REQUEST_TIMEOUT, HEIC_UNLOADED) : unanswered();
