import type { KeptPhoto } from '#domains/photo/kept-photo.ts';
import { KEPT_DAYS, KEPT_FORM } from '#domains/photo/kept-photo.ts';
import { refusalOf } from '#domains/photo/upload.ts';
import { DAY_MS } from '#lib/durations.ts';
import { PAGE, claim } from '#client/open-pages.ts';
import { putFile, putPhotos } from '#client/photo-store.ts';
import type { Shared } from '#client/shared-photos.ts';
import { readShared, removeShared } from '#client/shared-photos.ts';
import { isKnown, knowKept } from './keeping.ts';
import type { Resumed } from './resume.ts';

/**
 * Takes what came from the share sheet into the queue of whoever is signed in; the page asks where
 * it belongs. Taken from there only when it is safe here.
 */
export const takeShared = (owner: string): Promise<Resumed[]> =>
  claim(async () => {
    const taken: Resumed[] = [];
    for (const shared of (await readShared()).filter(({ key }) => !seen.has(key))) {
      seen.add(shared.key);
      const isOld = Date.now() - shared.sharedAt >= KEPT_DAYS * DAY_MS;
      if (isOld || isKnown(idOf(shared))) await removeShared([shared.key]);
      else taken.push(await take(shared, owner));
    }
    return taken;
  });

/** The same in each page: one that ended while it took a photo over would leave a second one. */
const idOf = ({ key, sharedAt }: Shared): string => `shared-${sharedAt}-${key}`;

/** One that finds no room stays where it is, and is sent from there. */
const seen = new Set<number>();

async function take(shared: Shared, owner: string): Promise<Resumed> {
  const { key, file, sharedAt } = shared;
  const photo: KeptPhoto = {
    ...{ id: idOf(shared), form: KEPT_FORM, owner, page: PAGE, place: undefined },
    ...{ name: file.name, type: file.type, addedAt: sharedAt, blob: null, refusal: null },
  };
  // What is refused at once need not be kept.
  const isKept = refusalOf(file) !== null || (await didKeep(photo, file));
  if (isKept) await removeShared([key]);
  return { photo, file };
}

async function didKeep(photo: KeptPhoto, file: File): Promise<boolean> {
  try {
    await putFile(photo.id, file);
    await putPhotos([photo]);
    knowKept([photo]);
    return true;
  } catch {
    return false;
  }
}
