import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';

export interface CheckKey {
  host_id: string;
  resident_id: string;
  year_month: YearMonth;
}

type CheckRow = Insertable<Database['letter_checks']>;

const withNames = (db: Db) =>
  db
    .selectFrom('letter_checks')
    .leftJoin('staffs as checker', 'checker.id', 'letter_checks.checked_by')
    .leftJoin('staffs as holder', 'holder.id', 'letter_checks.held_back_by')
    .select(['letter_checks.resident_id', 'letter_checks.checked_at', 'letter_checks.held_back'])
    .select(['letter_checks.held_back_at', 'checker.name as checker_name'])
    .select('holder.name as holder_name');

export type NamedCheckRow = Awaited<ReturnType<typeof listChecks>>[number];

export const findCheck = (db: Db, { host_id, resident_id, year_month }: CheckKey) =>
  withNames(db)
    .where('letter_checks.host_id', '=', host_id)
    .where('letter_checks.resident_id', '=', resident_id)
    .where('letter_checks.year_month', '=', year_month)
    .executeTakeFirst();

export const listChecks = (db: Db, hostId: string, yearMonth: YearMonth) =>
  withNames(db)
    .where('letter_checks.host_id', '=', hostId)
    .where('letter_checks.year_month', '=', yearMonth)
    .execute();

/** Only the columns that are given. */
export const saveCheck = (db: Db, key: CheckKey, change: Partial<Omit<CheckRow, keyof CheckKey>>) =>
  db
    .insertInto('letter_checks')
    .values({
      ...key,
      ...{ checked_at: null, checked_by: null },
      ...{ held_back: null, held_back_at: null, held_back_by: null },
      ...change,
    })
    .onConflict((conflict) =>
      conflict.columns(['host_id', 'resident_id', 'year_month']).doUpdateSet(change),
    )
    .execute();
