import type Uppy from '@uppy/core';
import { atom } from 'nanostores';
import type { itemCalls } from '#features/item/item.calls.ts';
import { itemsOf } from '#features/item/created.ts';
import type { Item } from '#features/item/item.ts';
import type { PhotoPlace } from '#features/item/photo-place.ts';
import { placeInput } from '#features/item/photo-place.ts';
import { ACCEPTED_TYPES } from '#features/photo/photo-limits.ts';
import type { Upload } from '#features/photo/upload.ts';
import { isUnderWay, mayWorkLater } from '#features/photo/upload.ts';
import { paths } from '#lib/paths.ts';
import { ApiError, api, msgOf } from '#client/api-client.ts';
import { sendBlob } from '#client/direct-upload.ts';
import { addCreated } from './item-changes.ts';
import { keepLocalPhoto } from './local-photos.ts';
import { withRetry } from '#client/patience.ts';
import {
  $uploads,
  changeUpload,
  dropUpload,
  findUpload,
  noteProgress,
  takeOn,
  tallyUp,
} from './uploads.ts';
import type { PhotoFile } from './uppy.ts';
import { makeUppy, placeOfFile, refusalOfFile } from './uppy.ts';

const AT_A_TIME = 3;
const DUPLICATE = 409;
const INVALID = 422;
const DISK_FULL = 507;
const UNKNOWN = { status: 0, isOfInput: false };

/** Dropped before a place was chosen. */
export const $held = atom<readonly PhotoFile[]>([]);

/** Takes files from Uppy, sends three at a time. */
export interface Uploader {
  uppy: Uppy;
  place: (place: PhotoPlace) => void;
  letGo: () => void;
  retry: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
  cancel: () => void;
}

/** State is in `$uploads` and `$tally`. */
export function makeUploader(): Uploader {
  const uppy = makeUppy();
  const fill = (): void => {
    const sending = $uploads.get().filter(({ state }) => state === 'sending').length;
    const waiting = $uploads.get().filter(({ state }) => state === 'waiting');
    for (const { id } of waiting.slice(0, Math.max(0, AT_A_TIME - sending))) {
      void send(uppy, id).finally(fill);
    }
  };
  listen(uppy, fill);
  return {
    uppy,
    place(place) {
      takeOn($held.get().map((file) => toUpload(file, place)));
      $held.set([]);
      fill();
    },
    letGo() {
      uppy.removeFiles($held.get().map(({ id }) => id));
      $held.set([]);
    },
    retry(ids) {
      for (const id of ids) {
        changeUpload(id, { state: 'waiting', percent: 0, reason: null });
        tallyUp('failed', -1);
      }
      fill();
    },
    remove(ids) {
      for (const id of ids) giveUp(uppy, id);
    },
    cancel() {
      for (const { id } of $uploads.get().filter(isUnderWay)) giveUp(uppy, id);
    },
  };
}

function listen(uppy: Uppy, fill: () => void): void {
  let refused: Upload[] = [];
  uppy.on('restriction-failed', (file) => {
    if (file) refused.push(toRefused(file));
  });
  // Emitted after those refused.
  uppy.on('files-added', (files) => {
    const unplaced = files.filter((file) => placeOfFile(file) === undefined);
    if (unplaced.length > 0) $held.set([...$held.get(), ...unplaced]);
    const placed = files.filter((file) => placeOfFile(file) !== undefined);
    takeOn([...refused, ...placed.map((file) => toUpload(file, placeOfFile(file) ?? null))]);
    refused = [];
    fill();
  });
  uppy.on('upload-progress', (file, { bytesUploaded, bytesTotal }) => {
    if (file && bytesTotal) noteProgress(file.id, Math.round((bytesUploaded / bytesTotal) * 100));
  });
}

const toUpload = (file: PhotoFile, place: PhotoPlace): Upload => ({
  id: file.id,
  name: file.name,
  place,
  state: 'waiting',
  percent: 0,
  reason: null,
  preview: null,
});

let refusals = 0;

const toRefused = (file: PhotoFile): Upload => ({
  ...toUpload(file, null),
  id: `refused-${++refusals}`,
  state: 'refused',
  reason: refusalOfFile(file),
  preview: isShowable(file) ? URL.createObjectURL(file.data as File) : null,
});

/** Others are listed by name. */
const isShowable = ({ type, size }: PhotoFile): boolean =>
  (ACCEPTED_TYPES as readonly string[]).includes(type) && size !== 0;

function giveUp(uppy: Uppy, id: string): void {
  const upload = findUpload(id);
  if (!upload) return;
  if (isUnderWay(upload)) tallyUp('total', -1);
  if (uppy.getState().files[id]) uppy.removeFile(id);
  dropUpload(id);
}

async function send(uppy: Uppy, id: string): Promise<void> {
  const file = uppy.getFile(id);
  const upload = findUpload(id);
  if (!upload) return;
  const preview = previewOf(uppy, id);
  changeUpload(id, { state: 'sending', percent: 0, preview });
  const isWanted = (): boolean => findUpload(id) !== undefined;
  try {
    const blob = await sendBlob(uppy, file);
    const items = await withRetry(() => createItems(upload, blob.signed_id), isWanted);
    for (const item of items) addCreated(item);
    tallyUp('added');
    if (items[0]) keepLocalPhoto(items[0], id, preview);
    dropUpload(id, true);
    uppy.removeFile(id);
  } catch (error) {
    if (isWanted()) settleFailure(uppy, id, error);
  }
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

function fail(uppy: Uppy, id: string, state: 'failed' | 'refused', reason: string): void {
  tallyUp('failed');
  changeUpload(id, { state, reason, preview: previewOf(uppy, id) });
}

/** A file that was never sent has a preview too. */
const previewOf = (uppy: Uppy, id: string): string =>
  findUpload(id)?.preview ?? URL.createObjectURL(uppy.getFile(id).data as File);
