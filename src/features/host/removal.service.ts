import { setTimeout as sleep } from 'node:timers/promises';
import { conflict } from '../../lib/errors.ts';
import type { JobHandler } from '../../server/jobs.ts';
import { deleteJob, enqueueJob } from '../../server/jobs.ts';
import type { Runtime } from '../../server/runtime.ts';
import { inTransaction } from '../../server/transaction.ts';
import { noteEvent } from '../audit/audit.service.ts';
import { removeHostPhotos } from '../photo/photo.service.ts';
import { requireFacility } from './operator.service.ts';
import { deleteDoors, deleteHost, deleteSomeItems } from './removal.repository.ts';

const REMOVE_JOB = 'host.remove';
/** Small enough that a server beside us never waits long for its turn to write. */
const ITEMS_AT_ONCE = 500;
const TURN_MS = 5;

export const removalJobs = (rt: Runtime): Record<string, JobHandler> => ({
  [REMOVE_JOB]: ({ hostId = '' }) => clearFacility(rt, hostId),
});

/**
 * Removes a facility with everything in it, photo files as well. The first commit shuts every
 * door and leaves a job behind, so whatever ends us in the middle, the server finishes it.
 * @param name typed by the operator, who must mean this facility and no other.
 * @throws AppError 404; 409 when the name is not the facility's
 */
export async function removeFacility(rt: Runtime, hostId: string, name: string): Promise<void> {
  await inTransaction(rt, async (tx) => {
    const host = await requireFacility(tx.db, hostId);
    if (host.name.normalize('NFC') !== name.trim().normalize('NFC')) {
      throw conflict('施設のお名前が違うため、何も消していません。');
    }
    await deleteDoors(tx.db, hostId);
    await enqueueJob(tx.db, removal(tx, hostId));
    // Its own events go with it; this one stays, and names nobody.
    await noteEvent(tx, { action: 'operator.facility_removed', target: hostId });
  });
  await clearFacility(rt, hostId);
  await deleteJob(rt.db, removal(rt, hostId));
}

const removal = ({ clock }: Runtime, hostId: string) => ({
  kind: REMOVE_JOB,
  hostId: null,
  payload: { hostId },
  runAt: clock.now(),
});

/** May run again after a crash at any point, or beside another that does the same. */
async function clearFacility(rt: Runtime, hostId: string): Promise<void> {
  while ((await deleteSomeItems(rt.db, hostId, ITEMS_AT_ONCE)) > 0) await sleep(TURN_MS);
  await removeHostPhotos(rt, hostId);
  await deleteHost(rt.db, hostId);
}
