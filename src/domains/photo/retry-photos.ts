import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { paths } from '#lib/paths.ts';
import { PREVIEW } from '#lib/picture-recipe.ts';
import type { Db } from '#server/database.ts';
import { countRows, orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { FailedPhotos } from './failed-photos.ts';
import { VARIANTS_JOB } from './take-in-photo.ts';

const failedOf = (hostId: string) =>
  ({ host_id: hostId, state: 'failed', kind: VARIANTS_JOB }) as const;

export async function readFailedPhotos({ db }: Runtime, actor: Actor): Promise<FailedPhotos> {
  const hostId = actor.host.id;
  const failed = failedOf(hostId);
  const givenUp = await db
    .selectFrom('jobs')
    .select('payload')
    .where((eb) => eb.and({ ...failed, given_up: 1 }))
    .execute();
  const tried = db.selectFrom('jobs').where((eb) => eb.and({ ...failed, given_up: 0 }));
  const blobIds = givenUp.map(({ payload }) => (JSON.parse(payload) as { blobId: string }).blobId);
  const shown = blobIds.length === 0 ? [] : await listShownBlobs(db, hostId, blobIds);
  return {
    count: await countRows(tried),
    unusable: shown.map(({ blob_id }) => paths.staffPhoto(blob_id, PREVIEW)),
  };
}

export const retryFailedPhotos = (rt: Runtime, actor: Actor): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const now = tx.clock.now().toISOString();
    const failed = failedOf(actor.host.id);
    await tx.db
      .updateTable('jobs')
      .set({ state: 'queued', attempts: 0, failures: 0, run_at: now })
      .where((eb) => eb.and({ ...failed, given_up: 0 }))
      .execute();
    await noteAct(tx, actor, { action: 'photo.retried' });
  });

const listShownBlobs = (db: Db, hostId: string, blobIds: string[]) =>
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
