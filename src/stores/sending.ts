import type Uppy from '@uppy/core';
import type { itemCalls } from '#domains/item/item.calls.ts';
import { itemsOf } from '#domains/item/item-list-changes.ts';
import type { Item } from '#domains/item/item.ts';
import type { DirectUpload } from '#domains/photo/photo.ts';
import { placeInput } from '#domains/photo/photo-place.ts';
import type { Upload } from '#domains/photo/upload.ts';
import { UNREADABLE, mayWorkLater } from '#domains/photo/upload.ts';
import { paths } from '#lib/paths.ts';
import { ApiError, api, msgOf } from '#client/api-client.ts';
import { isUnreadable, sendBlob } from '#client/direct-upload.ts';
import { isHeic, jpegOf } from '#client/heic.ts';
import { withRetry } from '#client/patience.ts';
import { reduceFor } from '#client/reduce.ts';
import { addCreated, frontOf } from './item-changes.ts';
import { arrivedBlob, forgetPhoto, keptFile, notePhoto } from './keeping.ts';
import { keepLocalPhoto } from './local-photos.ts';
import { $uploads, changeUpload, dropUpload, findUpload, noteUnnamed, tallyUp } from './uploads.ts';
import type { PhotoFile } from './uppy.ts';

const DUPLICATE = 409;
const INVALID = 422;
const DISK_FULL = 507;
const UNKNOWN = { status: 0, isOfInput: false };

/** Sends one photo of `$uploads`, and settles what becomes of it. */
export async function send(uppy: Uppy, id: string): Promise<void> {
  const file = uppy.getFile(id);
  const upload = findUpload(id);
  if (!upload) return;
  changeUpload(id, { state: 'sending', percent: 0, preview: previewOf(uppy, id) });
  const isWanted = (): boolean => findUpload(id) !== undefined;
  try {
    const items = await sendPhoto(uppy, file, upload, isWanted);
    forgetPhoto(id);
    for (const item of items) if (!frontOf(item)) addCreated(item);
    tallyUp('added');
    noteUnnamed(items);
    if (items.some(({ held }) => held)) tallyUp('held');
    if (items[0]) keepLocalPhoto(frontOf(items[0]) ?? items[0], id, previewOf(uppy, id));
    dropUpload(id, true);
    uppy.removeFile(id);
  } catch (error) {
    if (isWanted()) settleFailure(uppy, id, error);
  }
}

/** After a lost answer the item is asked for first: its bytes may have arrived. */
async function sendPhoto(
  uppy: Uppy,
  file: PhotoFile,
  upload: Upload,
  isWanted: () => boolean,
): Promise<Item[]> {
  const arrived = arrivedBlob(file.id);
  if (arrived !== null) {
    const items = await withRetry(() => createItems(upload, arrived), isWanted).catch(sendAgain);
    if (items) return items;
  }
  const { signed_id: blob } = await sendBytesOf(uppy, file);
  await notePhoto(file.id, { blob });
  return withRetry(() => createItems(upload, blob), isWanted);
}

/** The bytes of the chosen file or, where it has gone since, of its copy on the device. */
async function sendBytesOf(uppy: Uppy, file: PhotoFile): Promise<DirectUpload> {
  try {
    return await sendBlob(uppy, await readyFile(uppy, file));
  } catch (error) {
    const data = isUnreadable(error) && findUpload(file.id) ? await keptFile(file.id) : null;
    if (!data) throw error;
    uppy.setFileState(file.id, { data, size: data.size });
    showAgain(file.id, data);
    return sendBlob(uppy, await readyFile(uppy, uppy.getFile(file.id)));
  }
}

function showAgain(id: string, data: Blob): void {
  const before = findUpload(id)?.preview;
  if (before) URL.revokeObjectURL(before);
  changeUpload(id, { preview: URL.createObjectURL(data) });
}

/**
 * A JPEG of a HEIC; smaller where the line asks for it. What is kept on the device stays the
 * original: it is there from the first moment, and half as large as its JPEG.
 */
async function readyFile(uppy: Uppy, file: PhotoFile): Promise<PhotoFile> {
  const original = file.data as File;
  const { id } = file;
  const wasHeic = await isHeic(original, file.type);
  if (findUpload(id)?.isHeic !== wasHeic) changeUpload(id, { isHeic: wasHeic });
  const data = await (wasHeic ? convert(id, original) : reduceFor(original));
  if (data === original || !findUpload(id)) return file;
  uppy.setFileState(id, { data, size: data.size, type: data.type });
  changeUpload(id, { size: data.size });
  if (wasHeic) showAgain(id, data);
  return uppy.getFile(id);
}

async function convert(id: string, heic: Blob): Promise<Blob> {
  try {
    return await jpegOf(heic, () => findUpload(id) !== undefined);
  } finally {
    changeUpload(id, { isHeic: false });
    tallyUp('converted');
  }
}

/** Bytes without an item are removed after a day. */
function sendAgain(error: unknown): null {
  if (error instanceof ApiError && error.status === INVALID) return null;
  throw error;
}

/** Idempotent per blob, so that a lost response does no harm. */
async function createItems({ place }: Upload, blob: string): Promise<Item[]> {
  const input = { ...placeInput(place), blob };
  return itemsOf(await api.post<typeof itemCalls.create>(paths.api.items, input));
}

/** A duplicate is not a failure; others stay with their reason. */
function settleFailure(uppy: Uppy, id: string, error: unknown): void {
  if (error instanceof ApiError && error.status === DUPLICATE) {
    tallyUp('duplicates');
    forgetPhoto(id);
    dropUpload(id);
    uppy.removeFile(id);
    return;
  }
  const { status, isOfInput } = error instanceof ApiError ? error : UNKNOWN;
  fail(uppy, id, mayWorkLater(status, isOfInput) ? 'failed' : 'refused', msgOf(error));
  // Waiting files would hit the same limit after sending all their bytes.
  if (status === DISK_FULL || (status === INVALID && !isOfInput)) {
    for (const upload of $uploads.get().filter(({ state }) => state === 'waiting')) {
      fail(uppy, upload.id, 'failed', msgOf(error));
    }
  }
}

export const refuseUnreadable = (uppy: Uppy, id: string): void =>
  fail(uppy, id, 'refused', UNREADABLE);

function fail(uppy: Uppy, id: string, state: 'failed' | 'refused', reason: string): void {
  // Of one that is not there any more, nothing is left that a later page could show.
  if (reason === UNREADABLE) forgetPhoto(id);
  else if (state === 'refused') void notePhoto(id, { refusal: reason });
  tallyUp('failed');
  changeUpload(id, { state, reason, preview: previewOf(uppy, id) });
}

/** A file that was never sent has a preview too. */
const previewOf = (uppy: Uppy, id: string): string =>
  findUpload(id)?.preview ?? URL.createObjectURL(uppy.getFile(id).data as File);
