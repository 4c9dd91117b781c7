import type { Db } from '#server/database.ts';
import { readQuery } from '#server/read-connection.ts';
import { TITLE_END } from './letter.ts';
import { isInLetters, isOfPlace } from './visibility.scope.ts';

/**
 * A day on which families see a photo of a place. With one bound on the day SQLite uses the index
 * of the place; with two it scans the whole facility (0.03 against 26 ms).
 */
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

/** Months with words (`hasWords`): the title is not the default. */
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
 * The adjacent months with content for a family, each by one index lookup: counting all months
 * takes 100 ms in an old facility. Days and months are text. The next photo may be of an unreadable
 * month, which the caller skips; texts are limited by `end`.
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
