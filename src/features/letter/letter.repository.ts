import { sql } from 'kysely';
import type { LetterRow } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf, lastDayOf } from '#lib/calendar.ts';
import { MASTER } from '#lib/picture-recipe.ts';
import type { Db } from '#server/database.ts';
import type { ReadConnection } from '#server/read-connection.ts';
import { readQuery, readRows } from '#server/read-connection.ts';
import { isSavedText } from './letter-text.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { isOfMonth, isOfPlace, isSeenBy, photosInLetters } from './visibility.scope.ts';
import type { Viewer } from './visibility.ts';
import { isLastLetter, mayHaveLetter, placesOf } from './visibility.ts';

type HostViewer = Pick<Link, 'hostId'> & Viewer;

const visible = (db: Db, viewer: HostViewer) =>
  photosInLetters(db, viewer.hostId).where(isSeenBy(viewer));

/**
 * One place's photos of a month, oldest first. `unlikely` makes SQLite use the index of the place;
 * by that of days it would read the whole facility's month.
 */
const photosOf = (db: Db, host: string, place: string | null, first: string, last: string) =>
  photosInLetters(db, host)
    .where((eb) => sql<boolean>`unlikely(${isOfPlace(place)(eb)})`)
    .where('items.taken_on', '>=', first)
    .where('items.taken_on', '<=', last)
    .select(SHOWN)
    .select((eb) =>
      eb
        .selectFrom('blob_files')
        .select('byte_size')
        .whereRef('blob_files.blob_id', '=', 'items.blob_id')
        .where('blob_files.name', '=', MASTER)
        .as('master_bytes'),
    )
    .orderBy('items.taken_on')
    .orderBy('items.position')
    .orderBy('items.created_at')
    .orderBy('items.id');

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
  'blobs.state',
] as const;

const listOwnPhotos = readRows(
  (db, host: string, resident: string, first: string, last: string) =>
    photosOf(db, host, resident, first, last),
  ':host',
  ':resident',
  ':first',
  ':last',
);

const listSharedPhotos = readRows(
  (db, host: string, first: string, last: string) => photosOf(db, host, null, first, last),
  ':host',
  ':first',
  ':last',
);

/**
 * A month's photos: the resident's before the facility-wide ones. A picture in both is shown once,
 * with the resident's. A last letter has only the resident's.
 */
export function listVisibleItems(
  connection: ReadConnection,
  viewer: HostViewer,
  yearMonth: YearMonth,
) {
  if (!mayHaveLetter(viewer, yearMonth)) return [];
  const month = [firstDayOf(yearMonth), lastDayOf(yearMonth)] as const;
  const own = placesOf(viewer).flatMap((place) =>
    place === null ? [] : listOwnPhotos(connection, viewer.hostId, place, ...month),
  );
  if (isLastLetter(viewer, yearMonth)) return own;
  const pictures = new Set(own.map(({ picture }) => picture));
  const shared = listSharedPhotos(connection, viewer.hostId, ...month);
  return [...own, ...shared.filter(({ picture }) => !pictures.has(picture))];
}

export const countVisibleByMonth = (db: Db, viewer: HostViewer, before: YearMonth) =>
  visible(db, viewer)
    .select((eb) => [
      eb.fn<string>('substr', ['items.taken_on', eb.val(1), eb.val(7)]).as('month'),
      eb.fn.count<number>('items.picture').distinct().as('count'),
    ])
    .where('items.taken_on', '<', firstDayOf(before))
    .groupBy('month')
    .execute();

export async function listLetterTexts(
  db: Db,
  hostId: string,
  before: YearMonth,
): Promise<LetterRow[]> {
  const rows = await db
    .selectFrom('letters')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('year_month', '<', before)
    .execute();
  return rows.filter(isSavedText);
}

export const findLetterRow = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('letters')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .executeTakeFirst();

const findText = readQuery(
  (db, host: string, yearMonth: string) =>
    db
      .selectFrom('letters')
      .selectAll()
      .where('host_id', '=', host)
      .where('year_month', '=', yearMonth as never),
  ':host',
  ':yearMonth',
);

/** A month's text as a letter shows it. */
export function findShownText(
  connection: ReadConnection,
  hostId: string,
  yearMonth: YearMonth,
): LetterRow | undefined {
  const row = findText(connection, hostId, String(yearMonth));
  return row && isSavedText(row) ? row : undefined;
}

export async function findLetterText(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<LetterRow | undefined> {
  const row = await findLetterRow(db, hostId, yearMonth);
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

/** The chosen cover if still valid for this family, else the first photo. */
export async function findCover(
  db: Db,
  viewer: HostViewer,
  yearMonth: YearMonth,
  chosen: string | null,
) {
  const covers = visible(db, viewer).where(isOfMonth(yearMonth)).select(COVER);
  const cover =
    chosen === null ? undefined : await covers.where('items.id', '=', chosen).executeTakeFirst();
  return (
    cover ??
    (await covers
      .orderBy((eb) => eb('items.resident_id', 'is', null))
      .orderBy('items.taken_on')
      .orderBy('items.position')
      .orderBy('items.created_at')
      .limit(1)
      .executeTakeFirst())
  );
}
