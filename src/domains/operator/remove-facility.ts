import { noteEvent } from '#domains/audit/record-event.ts';
import { noteLinksOfEnded } from '#domains/facility/ending/ended.ts';
import { findEnding } from '#domains/facility/ending/set-ending.ts';
import type { HostRow } from '#domains/facility/read-host.ts';
import { removeHostPhotos } from '#domains/photo/take-in-photo.ts';
import { busy, conflict } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { JobHandler } from '#server/jobs.ts';
import { deleteJob, enqueueJob } from '#server/jobs.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { requireFacility } from './facilities.ts';
import { removal, REMOVE_JOB } from './removal-job.ts';

export const removalJobs = (rt: Runtime): Record<string, JobHandler> => ({
  [REMOVE_JOB]: async ({ hostId = '' }) => {
    if (!(await clearFacility(rt, hostId))) throw busy(60);
  },
});

/**
 * Removes a facility and its photo files; a queued job completes an interrupted removal.
 * @param name typed as confirmation
 * @throws AppError 404; 409 if the name does not match
 */
export async function removeFacility(rt: Runtime, hostId: string, name: string): Promise<void> {
  await beginRemoval(rt, hostId, name);
  if (await clearFacility(rt, hostId)) await deleteJob(rt.db, removal(rt, hostId));
}

/** The same, left to the job. @throws AppError 404; 409 if the name does not match */
export const beginRemoval = (rt: Runtime, hostId: string, name: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const host = await requireFacility(tx.db, hostId);
    if (host.name.normalize('NFC') !== name.trim().normalize('NFC')) {
      throw conflict('施設のお名前が違うため、何も削除していません。');
    }
    await closeFor(tx, host);
  });

/** Without being asked: its days are over, as the transaction has just read. */
export const removeEnded = async (tx: Tx, hostId: string): Promise<void> =>
  closeFor(tx, await requireFacility(tx.db, hostId));

/** From here on nothing can be taken back. */
async function closeFor(tx: Tx, host: HostRow): Promise<void> {
  const ending = await findEnding(tx.db, host.id);
  if (ending) await noteLinksOfEnded(tx, host, ending.ends_on);
  await deleteDoors(tx.db, host.id);
  await enqueueJob(tx.db, removal(tx, host.id));
  // The facility's events are deleted too; this one is kept, without names.
  await noteEvent(tx, { action: 'operator.facility_removed', target: host.id });
}

/** Safe to repeat and to run twice at once. @returns whether its words are gone from the disk, too */
async function clearFacility(rt: Runtime, hostId: string): Promise<boolean> {
  await pace.untilDone('removal', (count) => deleteSomeItems(rt.db, hostId, count));
  await removeHostPhotos(rt, hostId);
  await rt.db.deleteFrom('hosts').where('id', '=', hostId).execute();
  return rt.database.forgetDeleted();
}

/** Rows that allow access or would still send something. */
const DOORS = [
  ...(['sessions', 'sign_in_tickets', 'shared_devices', 'pins'] as const),
  ...(['one_time_tokens', 'invitations'] as const),
  ...(['sheets', 'applications', 'families', 'outbox', 'jobs', 'facility_endings'] as const),
];

async function deleteDoors(db: Db, hostId: string): Promise<void> {
  for (const table of DOORS) await db.deleteFrom(table).where('host_id', '=', hostId).execute();
  await db
    .updateTable('staffs')
    .set({ password_hash: null, confirmed_at: null })
    .where('host_id', '=', hostId)
    .execute();
}

async function deleteSomeItems(db: Db, hostId: string, count: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('items')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('items').select('items.id').where('host_id', '=', hostId).limit(count),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
