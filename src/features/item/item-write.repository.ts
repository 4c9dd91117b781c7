import type { ItemRow } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';

type ChangeableColumn =
  'taken_on' | 'caption' | 'resident_id' | 'deleted_at' | 'held' | 'left_out' | 'position';
export type ItemChange = Partial<Pick<ItemRow, ChangeableColumn>>;

/** @returns whether a row of this host was changed; deleted ones count only for restoring */
export async function updateItem(
  db: Db,
  hostId: string,
  id: string,
  change: ItemChange,
): Promise<boolean> {
  const result = await db
    .updateTable('items')
    .set(change)
    .where('host_id', '=', hostId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Gives all items of one photo another, deleted ones too. @returns whether there were any */
export async function updateItemsOfBlob(
  db: Db,
  hostId: string,
  from: string,
  to: string,
): Promise<boolean> {
  const result = await db
    .updateTable('items')
    .set({ blob_id: to })
    .where('host_id', '=', hostId)
    .where('blob_id', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Leaves other items of a resident's pictures out of the letters.
 * @param ids undefined: of all pictures of the resident
 */
export const leaveOthersOut = (
  db: Db,
  of: { hostId: string; residentId: string },
  ids: readonly string[] | undefined,
) =>
  db
    .updateTable('items')
    .set({ left_out: 1 })
    .where('host_id', '=', of.hostId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('resident_id', 'is', null), eb('resident_id', '<>', of.residentId)]))
    .where('picture', 'in', (eb) =>
      eb
        .selectFrom('items as own')
        .select('own.picture')
        .where('own.host_id', '=', of.hostId)
        .where('own.resident_id', '=', of.residentId)
        .where('own.deleted_at', 'is', null)
        .$if(ids !== undefined, (query) => query.where('own.id', 'in', orNone(ids ?? []))),
    )
    .execute();

/** @param ids undefined: all of the resident */
export const markItemsDeleted = (
  db: Db,
  of: { hostId: string; residentId: string },
  ids: readonly string[] | undefined,
  now: string,
) =>
  db
    .updateTable('items')
    .set({ deleted_at: now })
    .where('host_id', '=', of.hostId)
    .where('resident_id', '=', of.residentId)
    .where('deleted_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', orNone(ids ?? [])))
    .execute();
