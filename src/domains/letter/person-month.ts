import { isNote } from '#domains/item/first-month.ts';
import type { Viewer } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { isSkipped } from './who-sees-what.ts';

type OfHost = Pick<Viewer, 'residentId'> & { hostId: string };

/** What a month's letter holds of one resident besides photos, and why it is skipped. */
export function findPersonMonth(db: Db, host: string, resident: string, yearMonth: YearMonth) {
  const key = { host_id: host, resident_id: resident, year_month: yearMonth };
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('letter_notes')
        .select('body')
        .where((of) => of.and(key))
        .as('note'),
      eb
        .selectFrom('letter_checks')
        .select('held_back')
        .where((of) => of.and(key))
        .as('whySkipped'),
    ])
    .executeTakeFirst();
}

/** Those that say something. */
export const notesOf = (db: Db, hostId: string) =>
  db.selectFrom('letter_notes').where('host_id', '=', hostId).where(isNote);

export const skippedOf = (db: Db, hostId: string) =>
  db.selectFrom('letter_checks').where('host_id', '=', hostId).where(isSkipped);

/** Of one resident, in some months. */
export const listNotes = (
  db: Db,
  host: string,
  resident: string,
  first: YearMonth,
  last: YearMonth,
) =>
  notesOf(db, host)
    .select(['year_month', 'body'])
    .where('resident_id', '=', resident)
    .where('year_month', '>=', first)
    .where('year_month', '<=', last)
    .execute();

export async function listNotedMonths(
  db: Db,
  { hostId, residentId }: OfHost,
  before: YearMonth,
): Promise<Set<YearMonth>> {
  const rows = await notesOf(db, hostId)
    .select('year_month')
    .where('resident_id', '=', residentId)
    .where('year_month', '<', before)
    .execute();
  return new Set(rows.map(({ year_month }) => year_month));
}

export async function listSkippedMonths(
  db: Db,
  { hostId, residentId }: OfHost,
): Promise<Set<YearMonth>> {
  const rows = skippedOf(db, hostId).select('year_month').where('resident_id', '=', residentId);
  return new Set((await rows.execute()).map(({ year_month }) => year_month));
}

/** Residents with a note of that month. */
export async function listNoted(db: Db, hostId: string, yearMonth: YearMonth) {
  const rows = notesOf(db, hostId).select('resident_id').where('year_month', '=', yearMonth);
  return new Set((await rows.execute()).map(({ resident_id }) => resident_id));
}

/** Residents whose letter of that month is skipped. */
export async function listSkipped(db: Db, hostId: string, yearMonth: YearMonth) {
  const rows = skippedOf(db, hostId).select('resident_id').where('year_month', '=', yearMonth);
  return new Set((await rows.execute()).map(({ resident_id }) => resident_id));
}
