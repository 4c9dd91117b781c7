import type { Db } from '#server/database.ts';
import { PAGE_SIZE } from './item.ts';
import { withPhoto } from './item.repository.ts';

/** Forces the index of recent deletions; one by host would scan all its photos. */
const deletedSince = (db: Db, hostId: string, since: string) =>
  db
    .selectFrom('items')
    .where('items.host_id', '=', hostId)
    .where('items.id', 'in', (eb) =>
      eb
        .selectFrom('items as deleted')
        .select('deleted.id')
        .where('deleted.deleted_at', '>=', since),
    );

/** Last deleted first, with one extra row if there is another page. */
export const listDeletedItems = (db: Db, hostId: string, since: string, page: number) =>
  withPhoto(deletedSince(db, hostId, since))
    .select(['items.deleted_at', 'residents.photo_consent'])
    .select((eb) =>
      eb
        .selectFrom('withheld_pictures as waiting')
        .select('waiting.picture')
        .whereRef('waiting.host_id', '=', 'items.host_id')
        .whereRef('waiting.picture', '=', 'items.picture')
        .limit(1)
        .as('withheld_picture'),
    )
    .orderBy('items.deleted_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE)
    .execute();

export async function countDeletedItems(db: Db, hostId: string, since: string): Promise<number> {
  const row = await deletedSince(db, hostId, since)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Expired ones cannot be restored. @returns whose photo each was */
export const deleteItemsDeletedBefore = (db: Db, before: string, limit: number) =>
  db
    .deleteFrom('items')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('items').select('items.id').where('deleted_at', '<', before).limit(limit),
    )
    .returning(['host_id', 'blob_id'])
    .execute();
