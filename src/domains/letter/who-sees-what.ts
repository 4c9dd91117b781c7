import type { Expression, ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { OfItem } from '#domains/item/item-rows.ts';
import { isForLetters, isShownTo } from '#domains/item/item-rows.ts';
import { TITLE_END } from '#domains/item/month-text.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf, lastDayOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';

/*
 * Who sees a photo is written in three ways (domain.md#who-sees-a-photo), which change together: these
 * conditions; `visiblePlaces` of `people/stay.ts` for one viewer and month; and triggers for what
 * others agreed to (`db/today`), whose outcome `isShownTo` asks for.
 */

type OfItemAndResident = ExpressionBuilder<Database, 'items' | 'residents'>;

/**
 * Constants in these conditions are written into the SQL: bound ones can make the database prepare
 * a statement again for each run (see `read-connection.ts`).
 */
const READY = sql.lit('ready' as const);

type Resident = Expression<string | null>;

/** @param resident whose families look at it */
export const isInLetters = (resident: Resident) => (eb: OfItem) =>
  eb.and([isForLetters(eb), eb(stateOfBlob(eb, resident), '=', READY)]);

/** null if hidden. A scalar subquery: EXISTS was six times as slow. */
const stateOfBlob = (eb: OfItem, resident: Resident) =>
  eb
    .selectFrom('blobs')
    .select('blobs.state')
    .whereRef('blobs.host_id', '=', 'items.host_id')
    .whereRef('blobs.id', '=', 'items.blob_id')
    .where(isShownTo(resident));

export const isOfMonth = (yearMonth: YearMonth) => (eb: OfItem) =>
  eb.and([
    eb('items.taken_on', '>=', firstDayOf(yearMonth)),
    eb('items.taken_on', '<=', lastDayOf(yearMonth)),
  ]);

/** null for the whole facility. */
export const isOfPlace = (place: string | Expression<string> | null) => (eb: OfItem) =>
  place === null ? eb('items.resident_id', 'is', null) : eb('items.resident_id', '=', place);

/** As `isForResident`, less what is skipped. */
export const isSeenByResident = (eb: OfItemAndResident) =>
  eb.and([isForResident(eb), eb(whySkipped(eb), 'is', null)]);

/**
 * Facility-wide photos, and the resident's own unless hidden, of the months that the resident's
 * state leaves (domain.md#states-of-life): `visiblePlaces` in SQL.
 */
export const isForResident = (eb: OfItemAndResident) => {
  const isOwn = eb('items.resident_id', '=', eb.ref('residents.id'));
  const isShared = eb('items.resident_id', 'is', null);
  return eb.and([
    eb.or([isShared, eb.and([isOwn, eb('residents.photos_hidden', '=', eb.lit(0))])]),
    eb.or([
      eb.and([
        eb.or([
          eb('residents.left_on', 'is', null),
          eb(monthOf('items.taken_on'), '<=', monthOf('residents.left_on')),
        ]),
        eb.or([
          eb('residents.letters_end', 'is', null),
          eb('items.taken_on', '<', eb.ref('residents.letters_end')),
        ]),
      ]),
      eb.and([
        isOwn,
        eb('residents.last_letter', '=', eb.lit(1)),
        eb(monthOf('items.taken_on'), '=', monthOf('residents.letters_end')),
      ]),
    ]),
  ]);
};

/** Of the letter of an item's month to a resident's families. */
const whySkipped = (eb: OfItemAndResident) =>
  eb
    .selectFrom('letter_checks')
    .select('letter_checks.held_back')
    .whereRef('letter_checks.host_id', '=', 'items.host_id')
    .whereRef('letter_checks.resident_id', '=', 'residents.id')
    .where('letter_checks.year_month', '=', yearMonthOfItem);

const yearMonthOfItem = sql<number>`cast(substr(${sql.ref('items.taken_on')}, 1, 4)
  || substr(${sql.ref('items.taken_on')}, 6, 2) AS INTEGER)`;

/** `hasWords` in SQL. */
export const isWorded = (eb: ExpressionBuilder<Database, 'letters'>) => {
  const month = eb('year_month', '%', eb.lit(100)); // a bound number would be 100.0
  const ownTitle = eb(eb.cast<string>(month, 'text'), '||', eb.val(TITLE_END));
  return eb.or([
    eb('body', '!=', ''),
    eb.and([eb('title', '!=', ''), eb('title', '!=', ownTitle)]),
  ]);
};

export const isSkipped = (eb: ExpressionBuilder<Database, 'letter_checks'>) =>
  eb('letter_checks.held_back', 'is not', null);

const monthOf = (column: 'items.taken_on' | 'residents.left_on' | 'residents.letters_end') =>
  sql<string>`substr(${sql.ref(column)}, 1, 7)`;

/** @param resident whose families look at them */
export const photosInLetters = (db: Db, hostId: string | Expression<string>, resident: Resident) =>
  db
    .selectFrom('items')
    .innerJoin('blobs', ofOneHost('blobs.id', 'items.blob_id'))
    .where('items.host_id', '=', hostId)
    .where(isForLetters)
    .where('blobs.state', '=', READY)
    .where(isShownTo(resident));

/** For each resident's own photos. */
export const THEMSELVES = sql.ref<string | null>('items.resident_id');

/** A resident's state of life, as letters and deliveries ask for it. */
export const STAY_COLUMNS = [
  'residents.left_on as leftOn',
  'residents.letters_end as lettersEnd',
  'residents.last_letter as lastLetter',
  'residents.away_since as awaySince',
] as const;

/** What a letter depends on except photos and text, of a resident with facility and settings. */
export const VIEWER_COLUMNS = [
  'residents.id as residentId',
  'residents.name as residentName',
  ...STAY_COLUMNS,
  'residents.died_on as diedOn',
  'residents.last_words as lastWords',
  'residents.photos_hidden as photosHidden',
  'hosts.id as hostId',
  'hosts.phone as hostPhone',
  'delivery_settings.early_look as earlyLook',
] as const;

/** The residents of a facility as readers of their letters. */
export const viewersOf = (db: Db, hostId: string) =>
  db
    .selectFrom('residents')
    .innerJoin('hosts', 'hosts.id', 'residents.host_id')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'residents.host_id')
    .select(VIEWER_COLUMNS)
    .where('residents.host_id', '=', hostId);
