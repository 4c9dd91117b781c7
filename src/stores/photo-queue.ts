import { atom } from 'nanostores';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { sizeRefusalOf } from '#domains/photo/upload.ts';
import { newLocalId } from '#client/open-pages.ts';
import { isReached, untilReached } from '#client/reach.ts';
import { $keeping, keepPhotos } from './keeping.ts';
import type { ChosenFile, Uploader } from './uploader.ts';

interface PhotoQueue extends Omit<Uploader, 'add'> {
  add: (files: readonly File[], place: PhotoPlace | undefined) => void;
}

interface Early {
  chosen: readonly ChosenFile[];
  place: PhotoPlace | undefined;
}

/** Where the next photos go; undefined if not chosen (domain.md#photos). */
export const $uploadTarget = atom<PhotoPlace | undefined>(undefined);
/** Chosen before the code that sends photos was loaded. */
export const $early = atom<readonly Early[]>([]);
/** The code could not be loaded. */
export const $isQueueMissing = atom(false);

const IDLE_MS = 1000;

let queue: Uploader | null = null;
let loading: Promise<void> | null = null;

/**
 * Stands in for the uploader, which is loaded with Uppy after the page is shown. Photos are kept on
 * the device from the moment they are chosen, whatever becomes of the line.
 */
export const photoQueue: PhotoQueue = {
  add(files, place) {
    const chosen = files.map((file) => ({ id: newLocalId(), file }));
    // What turns out to be no photo is forgotten again.
    const taken = chosen.filter(({ file }) => sizeRefusalOf(file.size) === null);
    keepPhotos(
      taken.map(({ id, file }) => ({ id, name: file.name, type: file.type, place, file })),
    );
    if (queue) {
      queue.add(chosen, place);
      return;
    }
    $early.set([...$early.get(), { chosen, place }]);
    void loadQueue();
  },
  place: (place) => queue?.place(place),
  letGo: () => queue?.letGo(),
  retry: (ids) => queue?.retry(ids),
  remove: (ids) => queue?.remove(ids),
  cancel: () => queue?.cancel(),
};

/** Loads the uploader, which goes on with photos that wait on the device. Never throws. */
const loadQueue = (): Promise<void> =>
  (loading ??= load()
    // The line may have gone as the code came.
    .catch(load)
    .catch(() => $isQueueMissing.set(true))
    .finally(() => (loading = null)));

/** A page whose photos are all on the device may begin anew, and goes on with them. */
export async function loadQueueAgain(): Promise<void> {
  await loadQueue();
  const { pending, unkept, isDenied } = $keeping.get();
  if ($isQueueMissing.get() && !isDenied && pending + unkept === 0) location.reload();
}

async function load(): Promise<void> {
  if (queue) return;
  $isQueueMissing.set(false);
  // WebKit loads a script that failed no more, as long as the page lives: the line is tried first.
  if (!(await isReached())) await untilReached();
  const [{ makeUploader }] = await Promise.all([
    import('./uploader.ts'),
    // The uploader asks for it next.
    import('./resume.ts').catch(() => null),
  ]);
  queue = makeUploader();
  for (const { chosen, place } of $early.get()) queue.add(chosen, place);
  $early.set([]);
}

export function loadQueueWhenIdle(): void {
  const start = (): void => void loadQueue();
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: IDLE_MS });
  else setTimeout(start, IDLE_MS);
}
