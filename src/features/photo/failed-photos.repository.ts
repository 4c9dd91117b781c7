import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';

export async function countFailedJobs(db: Db, hostId: string, kind: string): Promise<number> {
  const { n } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('host_id', '=', hostId)
    .where('state', '=', 'failed')
    .where('kind', '=', kind)
    .where('given_up', '=', 0)
    .executeTakeFirstOrThrow();
  return n;
}

export const listGivenUpJobs = (db: Db, hostId: string, kind: string) =>
  db
    .selectFrom('jobs')
    .select('payload')
    .where('host_id', '=', hostId)
    .where('state', '=', 'failed')
    .where('kind', '=', kind)
    .where('given_up', '=', 1)
    .execute();

export const listShownBlobs = (db: Db, hostId: string, blobIds: string[]) =>
  db
    .selectFrom('items')
    .select('blob_id')
    .where('host_id', '=', hostId)
    .where('blob_id', 'in', orNone(blobIds))
    .where('deleted_at', 'is', null)
    .union(
      db
        .selectFrom('residents')
        .select('portrait_blob_id as blob_id')
        .where('host_id', '=', hostId)
        .where('portrait_blob_id', 'in', orNone(blobIds))
        .$narrowType<{ blob_id: string }>(),
    )
    .execute();

export const requeueFailedJobs = (db: Db, hostId: string, kind: string, now: string) =>
  db
    .updateTable('jobs')
    .set({ state: 'queued', attempts: 0, failures: 0, run_at: now })
    .where('host_id', '=', hostId)
    .where('state', '=', 'failed')
    .where('kind', '=', kind)
    .where('given_up', '=', 0)
    .execute();
