import type Uppy from '@uppy/core';
import type { photoCalls } from '#domains/photo/photo.calls.ts';
import type { DirectUpload } from '#domains/photo/photo.ts';
import { UNREADABLE } from '#domains/photo/upload.ts';
import { paths } from '#lib/paths.ts';
import { ApiError, api, unanswered } from './api-client.ts';
import { checksumOf } from './checksum.ts';
import { isReadable } from './readable.ts';
import { noteSpeed } from './reduce.ts';
import { withRetry } from './patience.ts';
import type { PhotoFile } from '#stores/uppy.ts';

/** Otherwise a file whose bytes were sent once would count as done. */
const NOT_STARTED = { uploadStarted: null, bytesUploaded: false, bytesTotal: null } as const;
const UNPROCESSABLE = 422;

/** The file's own failure, for which no repetition helps. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && error.msg === UNREADABLE;

const unreadable = (): ApiError => new ApiError(UNPROCESSABLE, UNREADABLE);

/** Uploads a file (contract.md#direct-upload). @returns the blob. @throws ApiError */
export async function sendBlob(uppy: Uppy, file: PhotoFile): Promise<DirectUpload> {
  const data = file.data as File;
  const checksum = await checksumOf(data).catch(() => {
    throw unreadable();
  });
  const isWanted = (): boolean => uppy.getState().files[file.id] !== undefined;
  return withRetry(async () => {
    // After a lost connection the bytes may have arrived or not; a new slot is always right.
    const slot = await openSlot(file, checksum).catch(async (error: unknown) => {
      throw (await isReadable(data)) ? error : unreadable();
    });
    const began = performance.now();
    if (isWanted()) {
      await sendBytes(uppy, file.id, slot).catch(async (error: unknown) => {
        // The connection breaks off likewise where the file has gone, or a part of it.
        throw (await checksumOf(data).catch(() => null)) === checksum ? error : unreadable();
      });
    }
    noteSpeed(data.size, performance.now() - began);
    return slot;
  }, isWanted);
}

const openSlot = ({ name, type, data }: PhotoFile, checksum: string): Promise<DirectUpload> =>
  api.post<typeof photoCalls.openSlot>(paths.api.directUploads, {
    blob: {
      filename: name,
      content_type: type,
      byte_size: (data as File).size,
      checksum,
    },
  });

async function sendBytes(uppy: Uppy, id: string, slot: DirectUpload): Promise<void> {
  const { url, headers } = slot.direct_upload;
  let failure: unknown;
  const note = (file: PhotoFile | undefined, error: unknown): void => {
    if (file?.id === id) failure = error;
  };
  uppy.setFileState(id, { progress: NOT_STARTED, xhrUpload: { endpoint: url, headers } });
  uppy.on('upload-error', note);
  try {
    // `upload()` would start all pending files and retry failed ones.
    await uppy.retryUpload(id);
  } finally {
    uppy.off('upload-error', note);
  }
  if (failure !== undefined) throw asApiError(failure);
}

/** Truncated or changed in transit: a retry may work. */
const NOT_WHOLE = [400, 422];
const REQUEST_TIMEOUT = 408;

function asApiError(failure: unknown): ApiError {
  if (!(failure instanceof ApiError)) return unanswered();
  return NOT_WHOLE.includes(failure.status) ? new ApiError(REQUEST_TIMEOUT, failure.msg) : failure;
}
