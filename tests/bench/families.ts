import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId, randomToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Bench } from './facility.ts';

/**
 * Gives each resident the photos of the letter's own, as pictures of their own, and families.
 * @returns the addresses of their letters
 */
export async function addFamilies(
  rt: Runtime,
  bench: Omit<Bench, 'letters'>,
  each: number,
): Promise<string[]> {
  if (each === 0) return [];
  const photos = await photosOf(rt, bench);
  return inTransaction(rt, async ({ db }) => {
    const residents = await db.selectFrom('residents').select(['id', 'host_id', 'token']).execute();
    const letters: string[] = [];
    for (const { id, host_id: hostId, token: residentToken } of residents) {
      if (id !== bench.residentId) await copyPhotos(db, id, photos);
      for (let n = 0; n < each; n++) {
        const token = randomToken();
        await db
          .insertInto('families')
          .values({
            id: newId(),
            host_id: hostId,
            resident_id: id,
            name: '計測 家族',
            email: null,
            postcode: null,
            delivery: 'link',
            token,
            created_at: rt.clock.now().toISOString(),
          })
          .execute();
        letters.push(paths.letter(bench.yearMonth, { residentToken, familyToken: token }));
      }
    }
    return inTurn(letters, each);
  });
}

/** One family of each resident after the other. */
const inTurn = (letters: string[], each: number): string[] =>
  Array.from({ length: each }, (_, n) => letters.filter((__, index) => index % each === n)).flat();

async function photosOf(rt: Runtime, bench: Pick<Bench, 'residentId'>) {
  const items = await rt.db
    .selectFrom('items')
    .selectAll()
    .where('resident_id', '=', bench.residentId)
    .where('is_upload', '=', 1)
    .execute();
  const photos = [];
  for (const item of items) {
    const blob = rt.db.selectFrom('blobs').selectAll().where('id', '=', item.blob_id);
    const files = rt.db.selectFrom('blob_files').selectAll().where('blob_id', '=', item.blob_id);
    photos.push({
      item,
      blob: await blob.executeTakeFirstOrThrow(),
      files: await files.execute(),
    });
  }
  return photos;
}

async function copyPhotos(
  db: Runtime['db'],
  residentId: string,
  photos: Awaited<ReturnType<typeof photosOf>>,
): Promise<void> {
  for (const { item, blob, files } of photos) {
    const id = newId();
    await db
      .insertInto('blobs')
      .values({ ...blob, id })
      .execute();
    await db
      .insertInto('blob_files')
      .values(files.map((file) => ({ ...file, blob_id: id })))
      .execute();
    await db
      .insertInto('items')
      .values({ ...item, id: newId(), blob_id: id, resident_id: residentId })
      .execute();
  }
}
