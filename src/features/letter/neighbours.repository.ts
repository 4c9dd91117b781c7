import type { Db } from '#server/database.ts';
import { readQuery } from '#server/read-connection.ts';
import { TITLE_END } from './letter.ts';
import { isInLetters, isOfPlace } from './visibility.scope.ts';

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

/**
 * The adjacent months with content, by one index lookup each. The next photo may be of an
 * unreadable month, which the caller skips.
 * @param resident empty if the resident's photos are hidden
 */
export const findNeighbours = readQuery(
  (db, host: string, resident: string, first: string, after: string, month: string, end: string) =>
    db.selectNoFrom([
      newestBefore(db, host, resident, first).as('ownBefore'),
      newestBefore(db, host, null, first).as('sharedBefore'),
      oldestFrom(db, host, resident, after).as('ownAfter'),
      oldestFrom(db, host, null, after).as('sharedAfter'),
      texts(db, host)
        .where('year_month', '<', month as never)
        .orderBy('year_month', 'desc')
        .as('textBefore'),
      texts(db, host)
        .where('year_month', '>', month as never)
        .where('year_month', '<', end as never)
        .orderBy('year_month')
        .as('textAfter'),
    ]),
  ':host',
  ':resident',
  ':first',
  ':after',
  ':month',
  ':end',
);
