import { compiledQuery } from '../../server/compiled-query.ts';
import type { Db } from '../../server/database.ts';

/** The nearest day of a place on which families see a photo, before one day or from another on. */
const nearestPhoto = (db: Db, host: string, resident: string | null, from: string, to: string) =>
  db
    .selectFrom('items')
    .select('items.taken_on')
    .where('items.host_id', '=', host)
    .where('items.resident_id', resident === null ? 'is' : '=', resident)
    .where('items.deleted_at', 'is', null)
    .where('items.taken_on', '>=', from)
    .where('items.taken_on', '<', to)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('blobs')
          .select('blobs.id')
          .whereRef('blobs.host_id', '=', 'items.host_id')
          .whereRef('blobs.id', '=', 'items.blob_id')
          .where('blobs.state', '=', 'ready'),
      ),
    )
    .limit(1);

const texts = (db: Db, host: string) =>
  db.selectFrom('letters').select('year_month').where('host_id', '=', host).limit(1);

const LONG_AGO = '0000-01-01';

/**
 * The months beside one that hold something for a family, each by its own index: counting them
 * all costs a hundred milliseconds in a facility of years. Days and months are given as text.
 * @param resident empty for one whose photos are hidden
 */
export const findNeighbours = compiledQuery(
  (
    db,
    host: string,
    resident: string,
    first: string,
    after: string,
    today: string,
    month: string,
    current: string,
  ) =>
    db.selectNoFrom([
      nearestPhoto(db, host, resident, LONG_AGO, first)
        .orderBy('items.taken_on', 'desc')
        .as('ownBefore'),
      nearestPhoto(db, host, null, LONG_AGO, first)
        .orderBy('items.taken_on', 'desc')
        .as('sharedBefore'),
      nearestPhoto(db, host, resident, after, today).orderBy('items.taken_on').as('ownAfter'),
      nearestPhoto(db, host, null, after, today).orderBy('items.taken_on').as('sharedAfter'),
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
  ':today',
  ':month',
  ':current',
);
