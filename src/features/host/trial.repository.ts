import type { Db } from '#server/database.ts';

export const listEndingTrials = (db: Db, now: string, until: string) =>
  db
    .selectFrom('hosts')
    .select(['id', 'trial_ends_at'])
    .where('activated_at', 'is not', null)
    .where('continued_at', 'is', null)
    .where('trial_ends_at', '>', now)
    .where('trial_ends_at', '<=', until)
    .execute();

interface TrialNotice {
  host_id: string;
  trial_ends_at: string;
  days_before: number;
  noted_at: string;
}

export async function insertTrialNotice(db: Db, row: TrialNotice): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trial_notices')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
