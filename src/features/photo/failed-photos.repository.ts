import type { Db } from '../../server/database.ts';

export async function countFailedJobs(db: Db, hostId: string, kind: string): Promise<number> {
  const { n } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('host_id', '=', hostId)
    .where('state', '=', 'failed')
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return n;
}

export const requeueFailedJobs = (db: Db, hostId: string, kind: string, now: string) =>
  db
    .updateTable('jobs')
    .set({ state: 'queued', attempts: 0, run_at: now })
    .where('host_id', '=', hostId)
    .where('state', '=', 'failed')
    .where('kind', '=', kind)
    .execute();
