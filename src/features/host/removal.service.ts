import { setTimeout as sleep } from 'node:timers/promises';
import { conflict } from '#lib/errors.ts';
import type { JobHandler } from '#server/jobs.ts';
import { deleteJob, enqueueJob } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import { removeHostPhotos } from '#features/photo/photo.service.ts';
import { requireFacility } from './operator.service.ts';
import { REMOVE_JOB } from './removal.ts';
import { deleteDoors, deleteHost, deleteSomeItems } from './removal.repository.ts';

/** Few enough that the running server hardly waits to write. */
const ITEMS_AT_ONCE = 500;
const TURN_MS = 5;

export const removalJobs = (rt: Runtime): Record<string, JobHandler> => ({
  [REMOVE_JOB]: ({ hostId = '' }) => clearFacility(rt, hostId),
});

/**
 * Removes a facility and its photo files; a queued job completes an interrupted removal.
 * @param name typed as confirmation
 * @throws AppError 404; 409 if the name does not match
 */
export async function removeFacility(rt: Runtime, hostId: string, name: string): Promise<void> {
  await beginRemoval(rt, hostId, name);
  await clearFacility(rt, hostId);
  await deleteJob(rt.db, removal(rt, hostId));
}

/** The same, left to the job. @throws AppError 404; 409 if the name does not match */
export const beginRemoval = (rt: Runtime, hostId: string, name: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const host = await requireFacility(tx.db, hostId);
    if (host.name.normalize('NFC') !== name.trim().normalize('NFC')) {
      throw conflict('施設のお名前が違うため、何も消していません。');
    }
    await deleteDoors(tx.db, hostId);
    await enqueueJob(tx.db, removal(tx, hostId));
    // The facility's events are deleted too; this one is kept, without names.
    await noteEvent(tx, { action: 'operator.facility_removed', target: hostId });
  });

const removal = ({ clock }: Runtime, hostId: string) => ({
  kind: REMOVE_JOB,
  hostId: null,
  payload: { hostId },
  runAt: clock.now(),
});

/** Safe to repeat and to run twice at once. */
async function clearFacility(rt: Runtime, hostId: string): Promise<void> {
  while ((await deleteSomeItems(rt.db, hostId, ITEMS_AT_ONCE)) > 0) await sleep(TURN_MS);
  await removeHostPhotos(rt, hostId);
  await deleteHost(rt.db, hostId);
}
