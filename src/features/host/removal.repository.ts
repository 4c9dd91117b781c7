import type { Db } from '#server/database.ts';

/** Rows that allow access or would still send something. */
const DOORS = [
  ...(['sessions', 'shared_devices', 'pins', 'one_time_tokens', 'invitations'] as const),
  ...(['families', 'outbox', 'jobs'] as const),
];

export async function deleteDoors(db: Db, hostId: string): Promise<void> {
  for (const table of DOORS) await db.deleteFrom(table).where('host_id', '=', hostId).execute();
  await db
    .updateTable('staffs')
    .set({ password_hash: null, confirmed_at: null })
    .where('host_id', '=', hostId)
    .execute();
}

export async function deleteSomeItems(db: Db, hostId: string, count: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('items')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('items').select('items.id').where('host_id', '=', hostId).limit(count),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const deleteHost = (db: Db, id: string) =>
  db.deleteFrom('hosts').where('id', '=', id).execute();
