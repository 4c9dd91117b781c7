import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { findPrepared } from '#server/prepared.ts';

interface Key {
  host_id: string;
  family_id: string;
  year_month: YearMonth;
}

export const findRead = findPrepared((db, hostId: string, familyId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('letter_reads')
    .select(['seen_at', 'stamp'])
    .where('host_id', '=', hostId)
    .where('family_id', '=', familyId)
    .where('year_month', '=', yearMonth),
);

/** Keeps the first time. An unchanged row is not written, which would invalidate cached pages. */
export const insertRead = (db: Db, key: Key, seenAt: string) =>
  db
    .insertInto('letter_reads')
    .values({ ...key, seen_at: seenAt, stamp: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const updateStamp = (db: Db, { host_id, family_id, year_month }: Key, stamp: string) =>
  db
    .updateTable('letter_reads')
    .set({ stamp })
    .where('host_id', '=', host_id)
    .where('family_id', '=', family_id)
    .where('year_month', '=', year_month)
    .where((eb) => eb.or([eb('stamp', 'is', null), eb('stamp', '!=', stamp)]))
    .execute();

export const updateAnswers = (db: Db, { host_id, family_id, year_month }: Key, answers: number) =>
  db
    .updateTable('letter_reads')
    .set({ answers })
    .where('host_id', '=', host_id)
    .where('family_id', '=', family_id)
    .where('year_month', '=', year_month)
    .execute();

export const countReadsByStamp = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('letter_reads')
    .select(({ fn }) => ['stamp', fn.countAll<number>().as('count')])
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .groupBy('stamp')
    .execute();
