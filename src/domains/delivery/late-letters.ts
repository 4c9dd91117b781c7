import { isHostActive, sendsUntil } from '#domains/facility/host.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { isQueueFull } from '#domains/mail/outbox.ts';
import { isAwayIn, monthToDeliver } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, startOfDay } from '#lib/calendar.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { listAddresseesById } from './addressees.ts';
import type { WithoutLetter } from './queue.ts';
import { deliverTo, withRelatives } from './queue.ts';
import { HOST_COLUMNS, updateRun } from './run-rows.ts';

export interface RunOptions {
  /** Families to a transaction; as many as fit into a slice by default. */
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
  { batch, isStopped = () => false }: RunOptions,
): Promise<void> {
  const look = { reached: '', isDone: false };
  const goThrough = (fitting: number): Promise<number> =>
    inTransaction(rt, async (tx) => {
      const limit = batch ?? fitting;
      const ids = await deliverSome(tx, host, yearMonth, look.reached, limit);
      look.reached = ids.at(-1) ?? look.reached;
      look.isDone = ids.length < limit;
      return ids.length;
    });
  while (!look.isDone) {
    if (isStopped() || (await isQueueFull(rt.db, host.id))) return;
    await pace.slice('late letters', goThrough);
  }
  const { content_version } = host;
  await updateRun(rt.db, host.id, yearMonth, { content_version });
}

/** @returns the families it has gone through */
async function deliverSome(
  tx: Tx,
  host: Host,
  yearMonth: YearMonth,
  after: string,
  limit: number,
): Promise<string[]> {
  const now = tx.clock.now();
  const { mailEnabled, hour } = await readDeliverySettings(tx, host.id);
  if (!mailEnabled || !isHostActive(host, now)) return [];
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
  const isOfSlice = new Set(ids);
  const primary = due.filter(({ id }) => isOfSlice.has(id));
  await deliverTo(tx, sending, yearMonth, due, primary);
  await deleteWaitsDelivered(tx.db, host.id, yearMonth);
  return ids;
}

/** Forgets months whose day is over. */
export const forgetDeliveryWaits = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>) =>
  db
    .deleteFrom('delivery_waits')
    .where('host_id', 'in', ({ selectFrom }) => selectFrom('hosts').select('id'))
    .where('year_month', '<', monthToDeliver(clock.now()))
    .execute();

/** Keeps families that had no letter when the run reached them. */
export async function insertWaits(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  lacking: readonly WithoutLetter[],
): Promise<void> {
  if (lacking.length === 0) return;
  const rows = lacking.map(({ row, reason }) => ({
    host_id: hostId,
    family_id: row.id,
    year_month: yearMonth,
    was_away: toFlag(reason === 'away'),
  }));
  await db
    .insertInto('delivery_waits')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Hosts of today's runs with families that wait, where something that families see has changed
 * since they were last gone through.
 */
export const listHostsWithWaits = (db: Db, yearMonth: YearMonth, now: Date) =>
  db
    .selectFrom('delivery_runs')
    .innerJoin('hosts', 'hosts.id', 'delivery_runs.host_id')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'delivery_runs.host_id')
    .select(HOST_COLUMNS)
    .where('delivery_runs.year_month', '=', yearMonth)
    .where('delivery_runs.host_id', 'in', ({ selectFrom }) =>
      selectFrom('delivery_waits')
        .select('delivery_waits.host_id')
        .where('delivery_waits.year_month', '=', yearMonth),
    )
    .where('delivery_runs.started_at', '>=', startOfDay(civilDateOf(now)).toISOString())
    .where('delivery_runs.started_at', '<=', now.toISOString())
    .where('delivery_runs.finished_at', 'is not', null)
    .whereRef('delivery_runs.content_version', '!=', 'hosts.content_version')
    .execute();

/** Families that wait, by id, and whether their residents were away. */
async function listWaits(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('delivery_waits')
    .select(['family_id', 'was_away'])
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .orderBy('family_id')
    .execute();
  return new Map(rows.map(({ family_id, was_away }) => [family_id, isOn(was_away)]));
}

/** Ends the waiting of families that have their mail. */
const deleteWaitsDelivered = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .deleteFrom('delivery_waits')
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .where('family_id', 'in', ({ selectFrom }) =>
      selectFrom('deliveries')
        .select('deliveries.family_id')
        .where('deliveries.host_id', '=', hostId)
        .where('deliveries.year_month', '=', yearMonth),
    )
    .execute();
