import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';

export const HOST_COLUMNS = [
  'hosts.id',
  'hosts.activated_at',
  'hosts.trial_ends_at',
  'hosts.confirmed_at',
  'hosts.continued_at',
  'hosts.content_version',
  'facility_endings.ends_on',
] as const;

/**
 * Hosts whose month is undecided or interrupted, or whose admins are still to be told; a decision
 * from the future does not count.
 */
export const listUnsettledHosts = (db: Db, yearMonth: YearMonth, now: string) =>
  db
    .selectFrom('hosts')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'hosts.id')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'hosts.id')
    .leftJoin('delivery_runs', (join) =>
      join
        .onRef('delivery_runs.host_id', '=', 'hosts.id')
        .on('delivery_runs.year_month', '=', yearMonth)
        .on('delivery_runs.started_at', '<=', now),
    )
    .select(HOST_COLUMNS)
    .select(['delivery_settings.hour', 'delivery_settings.mail_enabled'])
    .select('delivery_runs.started_at')
    .where('hosts.activated_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('delivery_runs.finished_at', 'is', null),
        eb('delivery_runs.admins_told_at', 'is', null),
      ]),
    )
    .execute();

type RunRow = Insertable<Database['delivery_runs']>;

/** The first decision is kept, unless it is from the future; admins are told once in either case. */
export const insertRun = (db: Db, row: RunRow) =>
  db
    .insertInto('delivery_runs')
    .values({ ...row, reached: '' })
    .onConflict((conflict) =>
      conflict
        .columns(['host_id', 'year_month'])
        .doUpdateSet({ ...row, reached: '' })
        .where('delivery_runs.started_at', '>', row.started_at),
    )
    .execute();

/** Reads the progress by a write, so that no two processes handle the same batch. */
export const lockRun = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .updateTable('delivery_runs')
    .set((eb) => ({ reached: eb.ref('reached') }))
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth, finished_at: null }))
    .returning(['reached', 'due_at'])
    .executeTakeFirst();

/** @returns the run if its admins have not been told, and marks them as told */
export const claimTelling = (db: Db, hostId: string, yearMonth: YearMonth, now: string) =>
  db
    .updateTable('delivery_runs')
    .set({ admins_told_at: now })
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth, admins_told_at: null }))
    .returning('outcome')
    .executeTakeFirst();

export const updateRun = (db: Db, hostId: string, yearMonth: YearMonth, set: Partial<RunRow>) =>
  db
    .updateTable('delivery_runs')
    .set(set)
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .execute();

export const findRun = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('delivery_runs')
    .selectAll()
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .executeTakeFirst();
