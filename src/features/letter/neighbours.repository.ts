import type { Db } from '../../server/database.ts';
import { readerQuery } from '../../server/reader.ts';

/**
 * A day of a place on which families see a photo. With one bound for the day SQLite takes the
 * index of the place; with two it walks through the whole facility (0.03 against 26 ms).
 */
const photoDay = (db: Db, host: string, resident: string | null) =>
  db
    .selectFrom('items')
    .select('items.taken_on')
    .where('items.host_id', '=', host)
    .where('items.resident_id', resident === null ? 'is' : '=', resident)
    .where('items.deleted_at', 'is', null)
    .where(
      (eb) =>
        eb
          .selectFrom('blobs')
          .select('blobs.state')
          .whereRef('blobs.host_id', '=', 'items.host_id')
          .whereRef('blobs.id', '=', 'items.blob_id'),
      '=',
      'ready',
    )
    .limit(1);

type Place = [db: Db, host: string, resident: string | null];

const newestBefore = (...[db, host, resident, day]: [...Place, string]) =>
  photoDay(db, host, resident).where('items.taken_on', '<', day).orderBy('items.taken_on', 'desc');

const oldestFrom = (...[db, host, resident, day]: [...Place, string]) =>
  photoDay(db, host, resident).where('items.taken_on', '>=', day).orderBy('items.taken_on');

const texts = (db: Db, host: string) =>
  db.selectFrom('letters').select('year_month').where('host_id', '=', host).limit(1);

/**
 * The months beside one that hold something for a family, each by its own index: counting them
 * all costs a hundred milliseconds in a facility of years. Days and months are given as text.
 * What comes after may be of the current month or later, which the caller leaves out.
 * @param resident empty for one whose photos are hidden
 */
export const findNeighbours = readerQuery(
  (
    db,
    host: string,
    resident: string,
    first: string,
    after: string,
    month: string,
    current: string,
  ) =>
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
        .where('year_month', '<', current as never)
        .orderBy('year_month')
        .as('textAfter'),
    ]),
  ':host',
  ':resident',
  ':first',
  ':after',
  ':month',
  ':current',
);
