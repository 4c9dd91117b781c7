import Uppy from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';
import { refusalOf } from '#features/photo/upload.ts';
import { apiErrorOf } from '#client/api-client.ts';
import { $uploadTarget } from './upload-target.ts';
import { beginBatch } from './uploads.ts';

export type PhotoFile = ReturnType<Uppy['getFile']>;

const STALLED_MS = 45_000;
let added = 0;

/** Files added in one go; reading one can take a phone several milliseconds. */
const ADDED_AT_ONCE = 8;

/** Uppy that adds two hundred files without blocking the page, and records their target. */
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

/** Target of a photo; undefined if not chosen. */
export const placeOfFile = ({ meta }: PhotoFile): string | null | undefined =>
  meta['residentId'] as string | null | undefined;

/**
 * Uppy queues files and sends bytes; slots, items and retries are ours. None of its texts are
 * shown.
 */
export function makeUppy(): Uppy {
  const uppy = new PhotoUppy({
    // Failures are shown in the page and logged by the API client.
    logger: { debug: ignore, warn: ignore, error: ignore },
    onBeforeFileAdded: (file) =>
      // The same photo may go to two residents, so names are not unique.
      refusalOfFile(file) === null && { ...file, id: `photo-${++added}` },
  });
  letAbortSignalsJoin();
  return uppy.use(XHRUpload, transport(uppy));
}

export const refusalOfFile = ({ name, type, size }: PhotoFile): string | null =>
  refusalOf({ name, type, size: size ?? 0 });

const ignore = (): void => undefined;

/** The upload transport; the slot's URL and headers are set on the file. */
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
    // Our queue limits concurrency and retries.
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
    // A 204 has no body, which Uppy would treat as a failure.
    getResponseData: () => ({}),
  };
}

/** Uppy only reports a stalled connection; this ends it as a network error. */
function giveUp(xhr: XMLHttpRequest | undefined): void {
  if (!xhr) return;
  xhr.abort();
  xhr.onerror?.(new ProgressEvent('error'));
}

/** Polyfill of AbortSignal.any, which Uppy uses and phones before 2024 lack. */
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
