import { isNote } from '#domains/item/first-month.ts';
import type { Viewer } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { isSkipped } from './who-sees-what.ts';

type OfHost = Pick<Viewer, 'residentId'> & { hostId: string };

/** What a month's letter holds of one resident besides photos, and why it is skipped. */
export const findPersonMonth = (db: Db, host: string, resident: string, yearMonth: YearMonth) =>
  db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('letter_notes')
        .select('body')
        .where((eb) => eb.and({ host_id: host, resident_id: resident, year_month: yearMonth }))
        .as('note'),
      eb
        .selectFrom('letter_checks')
        .select('held_back')
        .where((eb) => eb.and({ host_id: host, resident_id: resident, year_month: yearMonth }))
        .as('whySkipped'),
    ])
    .executeTakeFirst();

/** Of one resident, in some months. */
export const listNotes = (
  db: Db,
  host: string,
  resident: string,
  first: YearMonth,
  last: YearMonth,
) =>
  db
    .selectFrom('letter_notes')
    .select(['year_month', 'body'])
    .where((eb) => eb.and({ host_id: host, resident_id: resident }))
    .where('year_month', '>=', first)
    .where('year_month', '<=', last)
    .where(isNote)
    .execute();

export async function listNotedMonths(
  db: Db,
  { hostId, residentId }: OfHost,
  before: YearMonth,
): Promise<Set<YearMonth>> {
  const rows = await db
    .selectFrom('letter_notes')
    .select('year_month')
    .where((eb) => eb.and({ host_id: hostId, resident_id: residentId }))
    .where('year_month', '<', before)
    .where(isNote)
    .execute();
  return new Set(rows.map(({ year_month }) => year_month));
}

export async function listSkippedMonths(
  db: Db,
  { hostId, residentId }: OfHost,
): Promise<Set<YearMonth>> {
  const rows = await db
    .selectFrom('letter_checks')
    .select('year_month')
    .where((eb) => eb.and({ host_id: hostId, resident_id: residentId }))
    .where(isSkipped)
    .execute();
  return new Set(rows.map(({ year_month }) => year_month));
}

/** Residents with a note of that month. */
export async function listNoted(db: Db, hostId: string, yearMonth: YearMonth) {
  const rows = await db
    .selectFrom('letter_notes')
    .select('resident_id')
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .where(isNote)
    .execute();
  return new Set(rows.map(({ resident_id }) => resident_id));
}

/** Residents whose letter of that month is skipped. */
export async function listSkipped(db: Db, hostId: string, yearMonth: YearMonth) {
  const rows = await db
    .selectFrom('letter_checks')
    .select('resident_id')
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .where(isSkipped)
    .execute();
  return new Set(rows.map(({ resident_id }) => resident_id));
}
