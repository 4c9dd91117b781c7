import type { Db } from '#server/database.ts';

/** Rows that allow access or would still send something. */
const DOORS = ['sessions', 'one_time_tokens', 'invitations', 'families', 'outbox', 'jobs'] as const;

/** Ends all access to a host, and its mails and jobs. */
export async function deleteDoors(db: Db, hostId: string): Promise<void> {
  for (const table of DOORS) await db.deleteFrom(table).where('host_id', '=', hostId).execute();
  await db
    .updateTable('staffs')
    .set({ password_hash: null, confirmed_at: null })
    .where('host_id', '=', hostId)
    .execute();
}

/** Deletes some of a host's items. @returns how many; 0 when none are left */
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
