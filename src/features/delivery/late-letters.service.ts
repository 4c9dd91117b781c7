import { setImmediate } from 'node:timers/promises';
import type { YearMonth } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { isHostActive, sendsUntil } from '#features/host/host.ts';
import { isAwayIn } from '#features/letter/visibility.ts';
import { isQueueFull } from '#features/mail/outbox.service.ts';
import type { listHostsWithWaits } from './late-letters.repository.ts';
import { deleteWaitsBefore, deleteWaitsDelivered, listWaits } from './late-letters.repository.ts';
import { listAddresseesById, updateRun } from './monthly-run.repository.ts';
import { deliverTo, withRelatives } from './queue-letters.service.ts';
import { monthToDeliver } from './schedule.ts';
import { readDeliverySettings } from './settings.service.ts';

/** Per transaction: a few milliseconds, during which other requests wait. */
export const BATCH = 20;

export interface RunOptions {
  batch?: number;
  isStopped?: () => boolean;
}

type Host = Awaited<ReturnType<typeof listHostsWithWaits>>[number];

/**
 * Mails families whose letter became one after the run and on its day: their photos may not have
 * been ready. An interrupted look begins again with the next call.
 */
export async function deliverLate(
  rt: Runtime,
  host: Host,
  yearMonth: YearMonth,
  { batch = BATCH, isStopped = () => false }: RunOptions,
): Promise<void> {
  for (let reached: string | null = ''; reached !== null;) {
    if (isStopped() || (await isQueueFull(rt.db, host.id))) return;
    const after: string = reached;
    reached = await inTransaction(rt, (tx) => deliverBatch(tx, host, yearMonth, after, batch));
    await setImmediate();
  }
  await updateRun(rt.db, host.id, yearMonth, { content_version: host.content_version });
}

/** @returns the last family of the batch; null if there are no more */
async function deliverBatch(
  tx: Tx,
  host: Host,
  yearMonth: YearMonth,
  after: string,
  limit: number,
): Promise<string | null> {
  const now = tx.clock.now();
  const { mailEnabled, hour } = await readDeliverySettings(tx.db, host.id);
  if (!mailEnabled || !isHostActive(host, now)) return null;
  const waits = await listWaits(tx.db, host.id, yearMonth);
  const ids = [...waits.keys()].filter((id) => id > after).slice(0, limit);
  const families = await listAddresseesById(tx.db, host.id, ids);
  const all = await withRelatives(tx, host.id, families, now.toISOString());
  // A letter that was kept back is an admin's to send, also once its resident is back.
  const due = all.filter((row) => {
    const wasAway = waits.get(row.id);
    return wasAway !== undefined && (!wasAway || isAwayIn(row.awaySince, yearMonth));
  });
  const sending = { hostId: host.id, trialEndsAt: sendsUntil(host), hour };
  await deliverTo(tx, sending, yearMonth, due);
  await deleteWaitsDelivered(tx.db, host.id, yearMonth);
  return ids.length < limit ? null : (ids.at(-1) ?? null);
}

/** Of months whose day is over. */
export const forgetDeliveryWaits = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>) =>
  deleteWaitsBefore(db, monthToDeliver(clock.now()));
