import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, startOfDay } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { HOST_COLUMNS } from './monthly-run.repository.ts';
import type { WithoutLetter } from './queue-letters.service.ts';

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
    was_away: reason === 'away' ? (1 as const) : (0 as const),
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
export async function listWaits(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('delivery_waits')
    .select(['family_id', 'was_away'])
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .orderBy('family_id')
    .execute();
  return new Map(rows.map(({ family_id, was_away }) => [family_id, was_away === 1]));
}

/** Ends the waiting of families that have their mail. */
export const deleteWaitsDelivered = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .deleteFrom('delivery_waits')
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .where('family_id', 'in', ({ selectFrom }) =>
      selectFrom('deliveries')
        .select('deliveries.family_id')
        .where('deliveries.host_id', '=', hostId)
        .where('deliveries.year_month', '=', yearMonth),
    )
    .execute();

export const deleteWaitsBefore = (db: Db, yearMonth: YearMonth) =>
  db.deleteFrom('delivery_waits').where('year_month', '<', yearMonth).execute();
