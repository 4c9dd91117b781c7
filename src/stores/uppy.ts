import Uppy from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { isPhotoLabel, refusalOf } from '#domains/photo/upload.ts';
import { newLocalId } from '#client/open-pages.ts';
import { apiErrorOf } from '#client/api-client.ts';
import { kindOf } from '#client/heic.ts';
import { beginBatch } from './uploads.ts';

export type PhotoFile = ReturnType<Uppy['getFile']>;
type Files = Parameters<Uppy['addFiles']>[0];

const STALLED_MS = 45_000;
/** Reading a file can take a phone several milliseconds. */
const ADDED_AT_ONCE = 8;

/** Adds hundreds of files without blocking the page. */
class PhotoUppy extends Uppy {
  override addFiles(files: Files): void {
    beginBatch();
    const left = [...files];
    const addSome = async (): Promise<void> => {
      const some = left.splice(0, ADDED_AT_ONCE);
      // Seldom, so that the others are there at once.
      const told = some.some(isOdd) ? await Promise.all(some.map(lookInto)) : some;
      super.addFiles(told);
      if (left.length > 0) setTimeout(() => void addSome());
    };
    void addSome();
  }
}

type Added = Files[number];

const isOdd = ({ type = '' }: Added): boolean => !isPhotoLabel(type);

/** Labels come from names: a good photo without an ending, or with another's, is one all the same. */
async function lookInto(file: Added): Promise<Added> {
  const kind = isOdd(file) ? await kindOf(file.data as File) : null;
  return kind === null ? file : { ...file, type: `image/${kind}` };
}

interface Meta {
  /** By which the device keeps it. */
  id?: string;
  place?: PhotoPlace | undefined;
  /** An earlier page has left it on the device. */
  isResumed?: boolean;
}

export const metaOf = ({ meta }: Pick<PhotoFile, 'meta'>): Meta => meta as Meta;

/** Uppy queues files and sends bytes; slots, items and retries are ours. */
export function makeUppy(): Uppy {
  const uppy = new PhotoUppy({
    // The page shows failures, and the API client logs them.
    logger: { debug: ignore, warn: ignore, error: ignore },
    onBeforeFileAdded: (file) =>
      // Names are not unique: the same photo may go to two residents.
      refusalOfFile(file) === null && { ...file, id: metaOf(file).id ?? newLocalId() },
  });
  letAbortSignalsJoin();
  return uppy.use(XHRUpload, transport(uppy));
}

export const refusalOfFile = ({ type, size }: PhotoFile): string | null =>
  refusalOf({ type, size: size ?? 0 });

const ignore = (): void => undefined;

/** URL and headers come from the file's slot. */
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
    // Uppy would treat a 204 without a body as a failure.
    getResponseData: () => ({}),
  };
}

/** Uppy only reports a stalled connection; this ends it. */
function giveUp(xhr: XMLHttpRequest | undefined): void {
  if (!xhr) return;
  xhr.abort();
  xhr.onerror?.(new ProgressEvent('error'));
}

/** A polyfill for phones before 2024. */
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
