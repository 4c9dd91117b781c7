import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf, lastDayOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';

type OfItem = ExpressionBuilder<Database, 'items'>;
type OfItemAndResident = ExpressionBuilder<Database, 'items' | 'residents'>;

/**
 * Constants in these conditions are written into the SQL: bound ones make SQLite prepare a
 * statement again for each run (see `read-connection.ts`).
 */
const READY = sql.lit('ready' as const);

/** Neither deleted nor held nor left out. */
export const isForLetters = (eb: OfItem) =>
  eb.and([
    eb('items.deleted_at', 'is', null),
    eb('items.held', '=', eb.lit(0)),
    eb('items.left_out', '=', eb.lit(0)),
  ]);

export const isInLetters = (eb: OfItem) =>
  eb.and([isForLetters(eb), eb(stateOfBlob(eb), '=', READY)]);

/** null if withheld. A scalar subquery: EXISTS was six times as slow. */
const stateOfBlob = (eb: OfItem) =>
  eb
    .selectFrom('blobs')
    .select('blobs.state')
    .whereRef('blobs.host_id', '=', 'items.host_id')
    .whereRef('blobs.id', '=', 'items.blob_id')
    .where('blobs.withheld', '=', eb.lit(0));

export const isOfMonth = (yearMonth: YearMonth) => (eb: OfItem) =>
  eb.and([
    eb('items.taken_on', '>=', firstDayOf(yearMonth)),
    eb('items.taken_on', '<=', lastDayOf(yearMonth)),
  ]);

/** null for the whole facility. */
export const isOfPlace = (place: string | null) => (eb: OfItem) =>
  place === null ? eb('items.resident_id', 'is', null) : eb('items.resident_id', '=', place);

export const isSeenByResident = (eb: OfItemAndResident) =>
  eb.and([
    eb.or([
      eb('items.resident_id', 'is', null),
      eb.and([
        eb('items.resident_id', '=', eb.ref('residents.id')),
        eb('residents.photos_hidden', '=', eb.lit(0)),
      ]),
    ]),
    eb.or([
      eb('residents.left_on', 'is', null),
      eb(monthOf('items.taken_on'), '<=', monthOf('residents.left_on')),
    ]),
  ]);

const monthOf = (column: 'items.taken_on' | 'residents.left_on') =>
  sql<string>`substr(${sql.ref(column)}, 1, 7)`;

export const photosInLetters = (db: Db, hostId: string) =>
  db
    .selectFrom('items')
    .innerJoin('blobs', (join) =>
      join.onRef('blobs.id', '=', 'items.blob_id').onRef('blobs.host_id', '=', 'items.host_id'),
    )
    .where('items.host_id', '=', hostId)
    .where(isForLetters)
    .where('blobs.state', '=', READY)
    .where('blobs.withheld', '=', sql.lit(0 as const));
