import type { Expression } from 'kysely';
import type { LetterRow } from '#db/schema.ts';
import { oldestFirst } from '#domains/item/item-rows.ts';
import { isSavedText } from '#domains/item/month-text.ts';
import type { Viewer } from '#domains/people/stay.ts';
import { visiblePlaces } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf, lastDayOf } from '#lib/calendar.ts';
import { MASTER } from '#lib/picture-recipe.ts';
import type { Db } from '#server/database.ts';
import { findPrepared, listPrepared } from '#server/prepared.ts';
import { unlikely } from '#server/sql-words.ts';
import type { Link } from './link.ts';
import { isOfPlace, photosInLetters } from './who-sees-what.ts';

type HostViewer = Pick<Link, 'hostId'> & Viewer;

type Place = 'own' | 'shared';

/**
 * One place's photos, as a resident's families see them. Said to be few, they are found by the index
 * of the place; by that of days, the whole facility's would be read.
 */
const ofPlace = (db: Db, host: Expression<string>, place: Place, resident: Expression<string>) =>
  photosInLetters(db, host, resident).where((eb) =>
    unlikely(isOfPlace(place === 'own' ? resident : null)(eb)),
  );

/** Of a month, oldest first. */
const ofMonth = (
  ...[db, host, place, resident, first, last]: [
    ...Parameters<typeof ofPlace>,
    first: Expression<string>,
    last: Expression<string>,
  ]
) =>
  ofPlace(db, host, place, resident)
    .where('items.taken_on', '>=', first)
    .where('items.taken_on', '<=', last)
    .$call(oldestFirst);

type Days = [first: string, last: string];
export const daysOf = (yearMonth: YearMonth): Days => [firstDayOf(yearMonth), lastDayOf(yearMonth)];

const photosOf = (...place: Parameters<typeof ofMonth>) =>
  ofMonth(...place)
    .select(SHOWN)
    .select((eb) =>
      eb
        .selectFrom('blob_files')
        .select('byte_size')
        .whereRef('blob_files.blob_id', '=', 'items.blob_id')
        .where('blob_files.name', '=', MASTER)
        .as('master_bytes'),
    );

const SHOWN = [
  'items.id',
  'items.resident_id',
  'items.blob_id',
  'items.picture',
  'items.taken_on',
  'items.caption',
  'items.created_at',
  'blobs.width',
  'blobs.height',
  'blobs.color',
] as const;

/** Of some days, oldest first. */
export const listOwnPhotos = listPrepared(
  (
    db,
    host: Expression<string>,
    resident: Expression<string>,
    first: Expression<string>,
    last: Expression<string>,
  ) => photosOf(db, host, 'own', resident, first, last),
);

/** Of some days, oldest first. */
export const listSharedPhotos = listPrepared(
  (
    db,
    host: Expression<string>,
    resident: Expression<string>,
    first: Expression<string>,
    last: Expression<string>,
  ) => photosOf(db, host, 'shared', resident, first, last),
);

export type VisibleItem = Awaited<ReturnType<typeof listOwnPhotos>>[number];

const countByMonth = listPrepared(
  (
    db,
    host: Expression<string>,
    own: Expression<string>,
    resident: Expression<string>,
    before: Expression<string>,
  ) => {
    const pictures = (...of: [Place, Expression<string>]) =>
      ofPlace(db, host, ...of)
        .where('items.taken_on', '<', before)
        .select(['items.taken_on', 'items.picture']);
    return db
      .selectFrom(pictures('own', own).unionAll(pictures('shared', resident)).as('seen'))
      .select((eb) => eb.fn<string>('substr', ['taken_on', eb.lit(1), eb.lit(7)]).as('month'))
      .select((eb) => eb.fn.count<number>('picture').distinct().as('count'))
      .groupBy('month');
  },
);

/** A picture of both places counts once. */
export const countVisibleByMonth = (
  db: Db,
  { hostId, residentId, photosHidden }: HostViewer,
  before: YearMonth,
) => countByMonth(db, hostId, photosHidden ? '' : residentId, residentId, firstDayOf(before));

/** A month's text as stored, even if emptied. */
export const findStoredText = findPrepared(
  (db, host: Expression<string>, yearMonth: Expression<YearMonth>) =>
    db
      .selectFrom('letters')
      .selectAll()
      .where((eb) => eb.and({ host_id: host, year_month: yearMonth })),
);

/** A month's text as a letter shows it. */
export async function findShownText(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<LetterRow | undefined> {
  const row = await findStoredText(db, hostId, yearMonth);
  return row && isSavedText(row) ? row : undefined;
}

const COVER = [
  'items.id',
  'items.blob_id',
  'items.taken_on',
  'blobs.width',
  'blobs.height',
  'blobs.color',
] as const;

const findOwnCover = findPrepared(
  (
    db,
    host: Expression<string>,
    resident: Expression<string>,
    first: Expression<string>,
    last: Expression<string>,
  ) => ofMonth(db, host, 'own', resident, first, last).select(COVER).limit(1),
);

const findSharedCover = findPrepared(
  (
    db,
    host: Expression<string>,
    resident: Expression<string>,
    first: Expression<string>,
    last: Expression<string>,
  ) => ofMonth(db, host, 'shared', resident, first, last).select(COVER).limit(1),
);

const findChosenCover = findPrepared(
  (
    db,
    host: Expression<string>,
    resident: Expression<string>,
    item: Expression<string>,
    first: Expression<string>,
    last: Expression<string>,
  ) =>
    photosInLetters(db, host, resident)
      .where('items.id', '=', item)
      .where('items.taken_on', '>=', first)
      .where('items.taken_on', '<=', last)
      .select([...COVER, 'items.resident_id']),
);

/** The chosen cover if still valid for this family, else the first photo. */
export async function findCover(
  db: Db,
  viewer: HostViewer,
  yearMonth: YearMonth,
  chosen: string | null,
) {
  const { hostId, residentId } = viewer;
  const month = daysOf(yearMonth);
  const ofViewer = [hostId, residentId] as const;
  const cover =
    chosen === null ? undefined : await findChosenCover(db, ...ofViewer, chosen, ...month);
  const places = visiblePlaces(viewer, yearMonth);
  if (cover && places.includes(cover.resident_id)) return cover;
  const isOwn = places.includes(residentId);
  const own = isOwn ? await findOwnCover(db, ...ofViewer, ...month) : undefined;
  return (
    own ?? (places.includes(null) ? await findSharedCover(db, ...ofViewer, ...month) : undefined)
  );
}
