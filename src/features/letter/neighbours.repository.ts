import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { findPrepared } from '#server/prepared.ts';
import { TITLE_END } from './letter.ts';
import { isHeldBack, isInLetters, isNote, isOfPlace } from './visibility.scope.ts';

/** One bound on the day, for the index of the place; two would scan the whole facility. */
const photoDay = (db: Db, host: string, resident: string | null) =>
  db
    .selectFrom('items')
    .select('items.taken_on')
    .where('items.host_id', '=', host)
    .where(isOfPlace(resident))
    .where(isInLetters)
    .limit(1);

type Place = [db: Db, host: string, resident: string | null];

const newestBefore = (...[db, host, resident, day]: [...Place, string]) =>
  photoDay(db, host, resident).where('items.taken_on', '<', day).orderBy('items.taken_on', 'desc');

const oldestFrom = (...[db, host, resident, day]: [...Place, string]) =>
  photoDay(db, host, resident).where('items.taken_on', '>=', day).orderBy('items.taken_on');

/** Months whose title or greeting counts (`hasWords`). */
const texts = (db: Db, host: string) =>
  db
    .selectFrom('letters')
    .select('year_month')
    .where('host_id', '=', host)
    .where((eb) => {
      const month = eb('year_month', '%', eb.lit(100)); // a bound number would be 100.0
      const ownTitle = eb(eb.cast<string>(month, 'text'), '||', eb.val(TITLE_END));
      return eb.or([
        eb('body', '!=', ''),
        eb.and([eb('title', '!=', ''), eb('title', '!=', ownTitle)]),
      ]);
    })
    .limit(1);

const notes = (db: Db, host: string, resident: string) =>
  db
    .selectFrom('letter_notes')
    .select('year_month')
    .where('host_id', '=', host)
    .where('resident_id', '=', resident)
    .where(isNote)
    .limit(1);

/** Few, if any. */
const heldBack = (db: Db, host: string, resident: string) =>
  db
    .selectFrom('letter_checks')
    .select((eb) => {
      const month = eb.cast<string>('year_month', 'text');
      return eb.fn.agg<string | null>('string_agg', [month, eb.val(',')]).as('months');
    })
    .where('host_id', '=', host)
    .where('resident_id', '=', resident)
    .where(isHeldBack);

/**
 * The adjacent months with content, by one index lookup each. The next photo may be of an
 * unreadable month, which the caller skips, as it does those that are held back.
 * @param place the resident; empty if the photos are hidden
 */
export const findNeighbours = findPrepared(
  (
    db,
    host: string,
    resident: string,
    place: string,
    first: string,
    after: string,
    month: YearMonth,
    end: YearMonth,
  ) =>
    db.selectNoFrom([
      newestBefore(db, host, place, first).as('ownBefore'),
      newestBefore(db, host, null, first).as('sharedBefore'),
      oldestFrom(db, host, place, after).as('ownAfter'),
      oldestFrom(db, host, null, after).as('sharedAfter'),
      texts(db, host)
        .where('year_month', '<', month)
        .orderBy('year_month', 'desc')
        .as('textBefore'),
      texts(db, host)
        .where('year_month', '>', month)
        .where('year_month', '<', end)
        .orderBy('year_month')
        .as('textAfter'),
      notes(db, host, resident)
        .where('year_month', '<', month)
        .orderBy('year_month', 'desc')
        .as('noteBefore'),
      notes(db, host, resident)
        .where('year_month', '>', month)
        .where('year_month', '<', end)
        .orderBy('year_month')
        .as('noteAfter'),
      heldBack(db, host, resident).as('heldBack'),
    ]),
);
