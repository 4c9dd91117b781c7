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
    for (const shared of await readShared()) {
      if (Date.now() - shared.sharedAt < KEPT_DAYS * DAY_MS) taken.push(await take(shared, owner));
      await removeShared([shared.key]);
    }
    return taken;
  });

async function take({ file, sharedAt }: Shared, owner: string): Promise<Resumed> {
  const photo: KeptPhoto = {
    ...{ id: newLocalId(), form: KEPT_FORM, owner, page: PAGE, place: undefined },
    ...{ name: file.name, type: file.type, addedAt: sharedAt, blob: null, refusal: null },
  };
  // What is refused at once need not be kept.
  if (refusalOf(file) === null) {
    await putFile(photo.id, file);
    await putPhotos([photo]);
    knowKept([photo]);
  }
  return { photo, file };
}
