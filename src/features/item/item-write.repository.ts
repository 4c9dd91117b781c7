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

/** Whether an admin has still to answer for someone who is on it. */
export const isPictureWithheld = async (
  db: Db,
  hostId: string,
  picture: string,
): Promise<boolean> =>
  (await db
    .selectFrom('withheld_pictures')
    .select('picture')
    .where('host_id', '=', hostId)
    .where('picture', '=', picture)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Ends what is withheld for a resident. */
export const showPicturesOf = (
  db: Db,
  { hostId, residentId }: { hostId: string; residentId: string },
) =>
  db
    .deleteFrom('withheld_pictures')
    .where('host_id', '=', hostId)
    .where('resident_id', '=', residentId)
    .execute();

/**
 * Leaves others' items of the pictures that are withheld for a resident out of the letters, deleted
 * ones too: they may be restored. @param ids items of some of these pictures; undefined: all
 */
export const leaveOthersOut = (
  db: Db,
  { hostId, residentId }: { hostId: string; residentId: string },
  ids?: readonly string[],
) =>
  db
    .updateTable('items')
    .set({ left_out: 1 })
    .where('host_id', '=', hostId)
    .where((eb) => eb.or([eb('resident_id', 'is', null), eb('resident_id', '<>', residentId)]))
    .where('picture', 'in', (eb) =>
      eb
        .selectFrom('withheld_pictures as waiting')
        .select('waiting.picture')
        .where('waiting.host_id', '=', hostId)
        .where('waiting.resident_id', '=', residentId)
        .$if(ids !== undefined, (query) =>
          query.where('waiting.picture', 'in', ({ selectFrom }) =>
            selectFrom('items as chosen')
              .select('chosen.picture')
              .where('chosen.host_id', '=', hostId)
              .where('chosen.id', 'in', orNone(ids ?? [])),
          ),
        ),
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
