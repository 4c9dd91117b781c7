import { sql } from 'kysely';
import type { BlobState, BlobUpdate, NewBlobRow } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { idsOf } from '#server/lists.ts';
import type { Unclaimed } from './upload.ts';

export const insertBlob = (db: Db, row: NewBlobRow) => db.insertInto('blobs').values(row).execute();

/** Without a host only where an address or a job already proves the right to it. */
export const findBlob = (db: Db, id: string) =>
  db.selectFrom('blobs').selectAll().where('id', '=', id).executeTakeFirst();

/** Changes a blob that is still in the given state. @returns whether this call did it. */
export async function updateBlob(
  db: Db,
  id: string,
  from: BlobState,
  change: BlobUpdate,
): Promise<boolean> {
  const result = await db
    .updateTable('blobs')
    .set(change)
    .where((eb) => eb.and({ id, state: from }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const deleteRemovedBlob = (db: Db, id: string) =>
  db.deleteFrom('blobs').where('id', '=', id).where('state', '=', 'removing').execute();

/** Records a photo's files; repeating it only updates sizes. */
export async function insertBlobFiles(
  db: Db,
  blob: { id: string; hostId: string },
  files: Map<string, { byteSize: number; sha256: string }>,
): Promise<void> {
  const rows = [...files].map(([name, { byteSize, sha256 }]) => ({
    blob_id: blob.id,
    host_id: blob.hostId,
    name,
    byte_size: byteSize,
    sha256,
  }));
  // Not REPLACE: it deletes without the trigger that keeps the sum of bytes.
  await db
    .insertInto('blob_files')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['blob_id', 'name']).doUpdateSet(({ ref }) => ({
        byte_size: ref('excluded.byte_size'),
        sha256: ref('excluded.sha256'),
      })),
    )
    .execute();
}

export const findBlobFile = (db: Db, blobId: string, name: string) =>
  db
    .selectFrom('blob_files')
    .select('name')
    .where((eb) => eb.and({ blob_id: blobId, name }))
    .executeTakeFirst();

export const deleteBlobFile = (db: Db, blobId: string, name: string) =>
  db.deleteFrom('blob_files').where('blob_id', '=', blobId).where('name', '=', name).execute();

/** A host's files other than finished photos, from an index alone. */
export async function sumUnfinished(
  db: Db,
  hostId: string,
): Promise<Record<'stored' | 'accepted', Unclaimed>> {
  const rows = await db
    .selectFrom('blobs')
    .select('state')
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      fn.sum<number>('byte_size').as('bytes'),
    ])
    .where('host_id', '=', hostId)
    .where('state', '<>', 'ready')
    .where('state', 'in', ['stored', 'accepted'])
    .groupBy('state')
    .execute();
  const of = (state: BlobState): Unclaimed =>
    rows.find((row) => row.state === state) ?? { files: 0, bytes: 0 };
  return { stored: of('stored'), accepted: of('accepted') };
}

/** Written into the SQL, for the index of the few blobs that are in another state. */
const READY = sql.lit('ready' as const);

export const listBlobIdsInState = (db: Db, state: Exclude<BlobState, 'ready'>) => {
  const blobs = db.selectFrom('blobs').select('id').where('state', '<>', READY);
  return idsOf(blobs.where('state', '=', state));
};

/** Marks blobs that no item or portrait uses. */
const markUnclaimed = (db: Db) =>
  db
    .updateTable('blobs')
    .set({ state: 'removing' })
    .where('state', '<>', 'removing')
    .where(({ not, or, exists, selectFrom }) => {
      const items = selectFrom('items')
        .select('id')
        .whereRef('items.blob_id', '=', 'blobs.id')
        .whereRef('items.host_id', '=', 'blobs.host_id');
      const portraits = selectFrom('residents')
        .select('id')
        .whereRef('residents.portrait_blob_id', '=', 'blobs.id')
        .whereRef('residents.host_id', '=', 'blobs.host_id');
      return not(or([exists(items), exists(portraits)]));
    });

/** Old slots and uploads without an item, and photos without items or portrait. */
export const updateUnclaimedBlobs = (db: Db, createdBefore: string) =>
  markUnclaimed(db).where('state', '<>', READY).where('created_at', '<', createdBefore).execute();

/**
 * Marks photos whose turning was interrupted: stored, but without an upload's hash.
 * @param begunBefore null for all
 */
export const updateUnfinishedTurns = (db: Db, begunBefore: string | null) =>
  db
    .updateTable('blobs')
    .set({ state: 'removing' })
    .where('state', '<>', READY)
    .where((eb) => eb.and({ state: 'stored', sha256: null }))
    .$if(begunBefore !== null, (query) => query.where('created_at', '<', begunBefore ?? ''))
    .execute();

/** For a host that is being removed. */
export const updateHostBlobs = (db: Db, hostId: string) =>
  db
    .updateTable('blobs')
    .set({ state: 'removing' })
    .where('host_id', '=', hostId)
    .where('state', '<>', 'removing')
    .execute();

export const listHostBlobIds = (db: Db, hostId: string): Promise<string[]> =>
  idsOf(db.selectFrom('blobs').select('id').where('host_id', '=', hostId));

export const updateUnclaimedBlob = (db: Db, hostId: string, id: string) =>
  markUnclaimed(db).where('host_id', '=', hostId).where('id', '=', id).execute();
