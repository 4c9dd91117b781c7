import { atom } from 'nanostores';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { untilReached } from '#client/reach.ts';
import type { PhotoFile } from './uppy.ts';

export interface PhotoQueue {
  add: (files: readonly File[], place: PhotoPlace | undefined) => void;
  place: (place: PhotoPlace) => void;
  letGo: () => void;
  retry: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
  cancel: () => void;
}

/** Dropped before a place was chosen. */
export const $unplaced = atom<readonly PhotoFile[]>([]);

interface Early {
  files: readonly File[];
  place: PhotoPlace | undefined;
}

/** Chosen before the code that sends photos was loaded. */
export const $early = atom<readonly Early[]>([]);
/** The code could not be loaded. */
export const $isQueueMissing = atom(false);

const IDLE_MS = 1000;

let queue: PhotoQueue | null = null;
let loading: Promise<void> | null = null;

/** Stands in for the uploader, which is loaded with Uppy after the page is shown. */
export const photoQueue: PhotoQueue = {
  add(files, place) {
    if (queue) {
      queue.add(files, place);
      return;
    }
    $early.set([...$early.get(), { files, place }]);
    void loadQueue();
  },
  place: (place) => queue?.place(place),
  letGo: () => queue?.letGo(),
  retry: (ids) => queue?.retry(ids),
  remove: (ids) => queue?.remove(ids),
  cancel: () => queue?.cancel(),
};

/** Loads the uploader, which goes on with photos that wait on the device. Never throws. */
export const loadQueue = (): Promise<void> =>
  (loading ??= load()
    .catch(() => $isQueueMissing.set(true))
    .finally(() => (loading = null)));

async function load(): Promise<void> {
  if (queue) return;
  $isQueueMissing.set(false);
  // Offline, a script that fails would reload the page, and nothing would be left of it.
  if (!navigator.onLine) await untilReached();
  const [{ makeUploader }] = await Promise.all([
    import('./uploader.ts'),
    // The uploader asks for it next.
    import('./resume.ts').catch(() => null),
  ]);
  queue = makeUploader();
  for (const { files, place } of $early.get()) queue.add(files, place);
  $early.set([]);
}

export function loadQueueWhenIdle(): void {
  const start = (): void => void loadQueue();
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: IDLE_MS });
  else setTimeout(start, IDLE_MS);
}
