import { listUnnotified } from '#domains/delivery/ending/unnotified.ts';
import { READ_DAYS, isOverFor, phaseOf } from '#domains/facility/ending/ending.ts';
import type { EndingRow } from '#domains/facility/ending/set-ending.ts';
import { findEnding } from '#domains/facility/ending/set-ending.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { removeEnded } from './remove-facility.ts';

/**
 * Counts the days that families of ended facilities were given, and begins to delete those that
 * gave all of them. A day counts while the server runs and every family is notified. So neither a
 * clock that jumps, nor a long outage, nor the restored backup of an earlier year deletes anything at
 * once.
 */
export async function deleteEndedFacilities(rt: Runtime, list = listUnnotified): Promise<void> {
  const ending = await rt.db.selectFrom('facility_endings').select('host_id').execute();
  for (const { host_id: hostId } of ending) {
    await inTransaction(rt, (tx) => takeStep(tx, hostId, list)).catch((error: unknown) =>
      rt.log.error({ err: error, host: hostId }, 'ended facility not looked after'),
    );
  }
}

/** All that it decides on is read here. */
async function takeStep(tx: Tx, hostId: string, list: typeof listUnnotified): Promise<void> {
  const ending = await findEnding(tx.db, hostId);
  if (!ending || !isOverFor(ending.ends_on, tx.clock.now())) return;
  if ((await list(tx, hostId)).length > 0) return;
  if (isGiven(ending, tx.clock.now())) return removeEnded(tx, hostId);
  await countDay(tx, ending);
}

/** One more: a clock may jump on the last of them. */
const DAYS_TO_COUNT = READ_DAYS + 1;

/** Both by the calendar, and by days that were seen to pass, the last of them to its end. */
const isGiven = ({ ends_on, days_given, counted_on }: EndingRow, now: Date): boolean =>
  phaseOf(ends_on, now) === 'due' &&
  days_given >= DAYS_TO_COUNT &&
  (counted_on ?? '') < civilDateOf(now);

/** What a clock counted ahead of its time is taken back once it is right again. */
async function countDay(tx: Tx, { host_id, days_given, counted_on }: EndingRow): Promise<void> {
  const today = civilDateOf(tx.clock.now());
  if (counted_on === today) return;
  const isNext = counted_on === null || counted_on < today;
  const counted = isNext ? days_given + 1 : Math.max(0, days_given - 1);
  await tx.db
    .updateTable('facility_endings')
    .set({ counted_on: today, days_given: counted })
    .where('host_id', '=', host_id)
    .execute();
}
