import type { Db } from '#server/database.ts';

export async function listFileSizes(
  db: Db,
  hostId: string,
  blobIds: readonly string[],
  name: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('blob_files')
    .innerJoin('blobs', 'blobs.id', 'blob_files.blob_id')
    .select(['blob_files.blob_id', 'blob_files.byte_size'])
    .where('blobs.host_id', '=', hostId)
    .where('blob_files.blob_id', 'in', blobIds)
    .where('blob_files.name', '=', name)
    .execute();
  return new Map(rows.map(({ blob_id, byte_size }) => [blob_id, byte_size]));
}
