import type { KeptPhoto } from '#features/photo/kept-photo.ts';
import { KEPT_DAYS, KEPT_FORM } from '#features/photo/kept-photo.ts';
import { refusalOf } from '#features/photo/upload.ts';
import { DAY_MS } from '#lib/durations.ts';
import { PAGE, claim, newLocalId } from '#client/open-pages.ts';
import { putFile, putPhotos } from '#client/photo-store.ts';
import type { Shared } from '#client/shared-photos.ts';
import { readShared, removeShared } from '#client/shared-photos.ts';
import { knowKept } from './keeping.ts';
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
      if (Date.now() - shared.sharedAt < KEPT_DAYS * DAY_MS) taken.push(await take(shared, owner));
      else await removeShared([shared.key]);
    }
    return taken;
  });

/** One that finds no room stays where it is, and is sent from there. */
const seen = new Set<number>();

async function take({ key, file, sharedAt }: Shared, owner: string): Promise<Resumed> {
  const photo: KeptPhoto = {
    ...{ id: newLocalId(), form: KEPT_FORM, owner, page: PAGE, place: undefined },
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
