import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { FailedPhotos } from './failed-photos.ts';
import {
  countFailedJobs,
  listGivenUpJobs,
  listShownBlobs,
  requeueFailedJobs,
} from './failed-photos.repository.ts';
import { VARIANTS_JOB } from './photo.jobs.ts';
import { PREVIEW } from './photo.ts';

export async function readFailedPhotos({ db }: Runtime, actor: Actor): Promise<FailedPhotos> {
  const hostId = actor.host.id;
  const givenUp = await listGivenUpJobs(db, hostId, VARIANTS_JOB);
  const blobIds = givenUp.map(({ payload }) => (JSON.parse(payload) as { blobId: string }).blobId);
  const shown = blobIds.length === 0 ? [] : await listShownBlobs(db, hostId, blobIds);
  return {
    count: await countFailedJobs(db, hostId, VARIANTS_JOB),
    unusable: shown.map(({ blob_id }) => paths.staffPhoto(blob_id, PREVIEW)),
  };
}

export const retryFailedPhotos = (rt: Runtime, actor: Actor): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const now = tx.clock.now().toISOString();
    await requeueFailedJobs(tx.db, actor.host.id, VARIANTS_JOB, now);
    await noteAct(tx, actor, { action: 'photo.retried' });
  });
