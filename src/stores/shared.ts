import type { KeptPhoto } from '#domains/photo/kept-photo.ts';
import { KEPT_DAYS } from '#domains/photo/kept-photo.ts';
import { sizeRefusalOf } from '#domains/photo/upload.ts';
import { DAY_MS } from '#lib/durations.ts';
import { claim } from '#client/open-pages.ts';
import { putFile, putPhotos } from '#client/photo-store.ts';
import { isReadable } from '#client/readable.ts';
import type { Shared } from '#client/shared-photos.ts';
import { readShared, removeShared } from '#client/shared-photos.ts';
import { $keeping, isKnown, knowKept, newlyKept } from './keeping.ts';
import type { Resumed } from './keeping.ts';

/**
 * Takes what came from the share sheet into the queue of whoever is signed in; the page asks where
 * it belongs. Taken from there only when it is safe here.
 */
export const takeShared = (owner: string): Promise<Resumed[]> =>
  claim(async () => {
    const taken: Resumed[] = [];
    const { shared: found, broken } = await readShared();
    await giveUp(broken);
    for (const shared of found.filter(({ key }) => !seen.has(key))) {
      seen.add(shared.key);
      const isOld = Date.now() - shared.sharedAt >= KEPT_DAYS * DAY_MS;
      if (isOld || isKnown(idOf(shared))) await removeShared([shared.key]);
      else taken.push(await take(shared, owner));
    }
    return taken;
  });

async function giveUp(keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  const lost = keys.map((key) => ({ id: `shared-${key}`, name: '共有された写真' }));
  $keeping.setKey('lost', [...$keeping.get().lost, ...lost]);
  await removeShared(keys);
}

/** The same in each page: one that ended while it took a photo over would leave a second one. */
const idOf = ({ key, sharedAt }: Shared): string => `shared-${sharedAt}-${key}`;

/** One that finds no room stays where it is, and is sent from there. */
const seen = new Set<number>();

async function take(shared: Shared, owner: string): Promise<Resumed> {
  const { key, file, sharedAt } = shared;
  const { name, type } = file;
  const of = { id: idOf(shared), name, type, place: undefined };
  const photo = newlyKept({ ...of, owner, addedAt: sharedAt });
  // What is refused at once need not be kept.
  const isKept = sizeRefusalOf(file.size) !== null || (await didKeep(photo, file));
  // Nor is one of use that cannot be read: this page says so.
  if (isKept || !(await isReadable(file))) await removeShared([key]);
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
