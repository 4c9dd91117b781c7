import Uppy from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';
import { refusalOf } from '../features/photo/upload.ts';
import { apiErrorOf } from '../client/api-client.ts';
import { $uploadTarget } from './upload-target.ts';
import { beginBatch } from './uploads.ts';

export type PhotoFile = ReturnType<Uppy['getFile']>;

const STALLED_MS = 45_000;
let added = 0;

/** Files added in one go; asking a phone about a single one may take it a few milliseconds. */
const ADDED_AT_ONCE = 8;

/** Uppy that takes two hundred files without holding up the page, and notes where they go. */
class PhotoUppy extends Uppy {
  override addFiles(files: Parameters<Uppy['addFiles']>[0]): void {
    const residentId = $uploadTarget.get();
    $uploadTarget.set(undefined); // the next photos are asked for again
    beginBatch();
    const placed = files.map((file) => ({ ...file, meta: { ...file.meta, residentId } }));
    const addSome = (): void => {
      super.addFiles(placed.splice(0, ADDED_AT_ONCE));
      if (placed.length > 0) setTimeout(addSome);
    };
    addSome();
  }
}

/** Where a photo goes; undefined while nobody said so. */
export const placeOfFile = ({ meta }: PhotoFile): string | null | undefined =>
  meta['residentId'] as string | null | undefined;

/**
 * Uppy takes the files and carries their bytes; what a slot is, what an item is and when to try
 * again is ours. None of its own texts is ever shown.
 */
export function makeUppy(): Uppy {
  const uppy = new PhotoUppy({
    // Failures are shown in the page and logged by the API client.
    logger: { debug: ignore, warn: ignore, error: ignore },
    onBeforeFileAdded: (file) =>
      // The same photo may go to two residents, so a name is no identity.
      refusalOfFile(file) === null && { ...file, id: `photo-${++added}` },
  });
  letAbortSignalsJoin();
  return uppy.use(XHRUpload, transport(uppy));
}

export const refusalOfFile = ({ name, type, size }: PhotoFile): string | null =>
  refusalOf({ name, type, size: size ?? 0 });

const ignore = (): void => undefined;

/** How the bytes go; the slot's address and headers are set on the file itself. */
function transport(uppy: Uppy): ConstructorParameters<typeof XHRUpload>[1] {
  const requests = new Map<string, XMLHttpRequest>();
  uppy.on('upload-stalled', (_error, files) => {
    for (const { id } of files) giveUp(requests.get(id));
  });
  uppy.on('file-removed', ({ id }) => requests.delete(id));
  return {
    id: 'direct-upload',
    endpoint: '',
    method: 'PUT',
    formData: false,
    // The queue decides how many go at a time, and when to try again.
    limit: 0,
    shouldRetry: () => false,
    timeout: STALLED_MS,
    onBeforeRequest: (xhr, _tries, [file]) => {
      if (file) requests.set(file.id, xhr);
    },
    onAfterResponse(xhr) {
      if (xhr.status < 400) return;
      throw apiErrorOf(xhr.status, xhr.responseText, xhr.getResponseHeader('Retry-After'));
    },
    // A 204 has no body, which Uppy would take for a failure.
    getResponseData: () => ({}),
  };
}

/** Uppy only tells of a stalled connection; ended like this it counts as lost. */
function giveUp(xhr: XMLHttpRequest | undefined): void {
  if (!xhr) return;
  xhr.abort();
  xhr.onerror?.(new ProgressEvent('error'));
}

/** Uppy joins signals by a method that phones before 2024 do not have. */
function letAbortSignalsJoin(): void {
  (AbortSignal as { any?: typeof AbortSignal.any }).any ??= (signals) => {
    const controller = new AbortController();
    for (const signal of signals) {
      if (signal.aborted) controller.abort(signal.reason);
      else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
    }
    return controller.signal;
  };
}
