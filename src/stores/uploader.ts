import type Uppy from '@uppy/core';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { ACCEPTED_TYPES, HEIC_TYPES } from '#domains/photo/photo-limits.ts';
import type { Upload } from '#domains/photo/upload.ts';
import { isUnderWay } from '#domains/photo/upload.ts';
import { $gone, $keeping, forgetPhoto, keptRefusal, notePhoto } from './keeping.ts';
import type { Resumed } from './keeping.ts';
import { $unplaced } from './unplaced.ts';
import { refuseUnreadable, send } from './sending.ts';
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
import { makeUppy, metaOf, refusalOfFile } from './uppy.ts';

export interface ChosenFile {
  id: string;
  file: File;
}

/** What stands behind the queue, once it is loaded. */
export interface Uploader {
  add: (chosen: readonly ChosenFile[], place: PhotoPlace | undefined) => void;
  place: (place: PhotoPlace) => void;
  letGo: () => void;
  retry: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
  cancel: () => void;
}

const AT_A_TIME = 3;

/** Takes files from Uppy, sends three at a time. State is in `$uploads` and `$tally`. */
export function makeUploader(): Uploader {
  const uppy = makeUppy();
  const fill = (): void => {
    const sending = $uploads.get().filter(({ state }) => state === 'sending').length;
    const waiting = $uploads.get().filter(({ state }) => state === 'waiting');
    for (const { id } of waiting.slice(0, Math.max(0, AT_A_TIME - sending))) {
      void send(uppy, id).finally(fill);
    }
  };
  const settle = (): void => {
    // One that is being sent finds out by itself: its bytes may have gone before.
    for (const { id, state } of $uploads.get()) {
      if (state === 'waiting' && $gone.get().has(id)) refuseUnreadable(uppy, id);
    }
    fill();
  };
  listen(uppy, settle);
  $gone.listen(settle);
  void resume(uppy);
  return {
    add(chosen, place) {
      uppy.addFiles(
        chosen.map(({ id, file }) => ({
          name: file.name,
          type: file.type,
          data: file,
          meta: { id, place },
        })),
      );
    },
    place(place) {
      for (const { id } of $unplaced.get()) void notePhoto(id, { place });
      takeOn($unplaced.get().map((file) => toUpload(file, place)));
      $unplaced.set([]);
      settle();
    },
    letGo() {
      for (const { id } of $unplaced.get()) forgetPhoto(id);
      uppy.removeFiles($unplaced.get().map(({ id }) => id));
      $unplaced.set([]);
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

/** Where it cannot be loaded, new photos are sent all the same. */
async function resume(uppy: Uppy): Promise<void> {
  const { resumeKept } = await import('./resume.ts');
  resumeKept((resumed) => uppy.addFiles(resumed.map(toFile)));
}

const toFile = ({ photo: { id, name, type, place }, file: data }: Resumed) => ({
  name,
  type,
  data,
  meta: { id, place, isResumed: true },
});

function listen(uppy: Uppy, added: () => void): void {
  let refused: Upload[] = [];
  uppy.on('restriction-failed', (file) => {
    if (!file) return;
    refused.push(toRefused(file));
    forgetPhoto(metaOf(file).id ?? '');
  });
  // Emitted after those refused.
  uppy.on('files-added', (files) => {
    const areResumed = files.some((file) => metaOf(file).isResumed);
    if (!areResumed) noteOwnBatch();
    const unplaced = files.filter((file) => metaOf(file).place === undefined);
    if (unplaced.length > 0) $unplaced.set([...$unplaced.get(), ...unplaced]);
    const taken = files.filter((file) => metaOf(file).place !== undefined).map(toPlaced);
    takeOn([...refused, ...taken]);
    if (areResumed) noteJoined(taken.filter(isUnderWay).length);
    refused = [];
    added();
  });
  uppy.on('upload-progress', (file, { bytesUploaded, bytesTotal }) => {
    if (file && bytesTotal) noteProgress(file.id, Math.round((bytesUploaded / bytesTotal) * 100));
  });
}

const toUpload = (file: PhotoFile, place: PhotoPlace): Upload => ({
  id: file.id,
  name: file.name,
  size: file.size ?? 0,
  place,
  isHeic: HEIC_TYPES.includes(file.type),
  state: 'waiting',
  percent: 0,
  reason: null,
  preview: null,
});

/** What was resumed before is no longer said once it is done. */
function noteOwnBatch(): void {
  if (!$uploads.get().some(isUnderWay)) $keeping.setKey('resumed', 0);
}

const noteJoined = (count: number): void =>
  $keeping.setKey('joining', Math.max(0, $keeping.get().joining - count));

/** One that the server refused before stays refused. */
function toPlaced(file: PhotoFile): Upload {
  const upload = toUpload(file, metaOf(file).place ?? null);
  const reason = keptRefusal(file.id);
  if (reason === null) return upload;
  return { ...upload, state: 'refused', reason, preview: URL.createObjectURL(file.data as File) };
}

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
  forgetPhoto(id);
}
