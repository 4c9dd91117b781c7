import type { LetterRow } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { isSavedText } from './letter-text.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { isOfMonth, isSeenBy, photosInLetters } from './visibility.scope.ts';
import type { Viewer } from './visibility.ts';

type HostViewer = Pick<Link, 'hostId'> & Viewer;

const visible = (db: Db, viewer: HostViewer) =>
  photosInLetters(db, viewer.hostId).where(isSeenBy(viewer));

/** A month's photos, oldest first, the resident's own first. A picture in both is shown once. */
export async function listVisibleItems(db: Db, viewer: HostViewer, yearMonth: YearMonth) {
  const rows = await visible(db, viewer)
    .where(isOfMonth(yearMonth))
    .select([
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
    ])
    .orderBy((eb) => eb('items.resident_id', 'is', null))
    .orderBy('items.taken_on')
    .orderBy('items.created_at')
    .orderBy('items.id')
    .execute();
  const own = new Set(rows.flatMap((row) => (row.resident_id === null ? [] : row.picture)));
  return rows.filter((row) => row.resident_id !== null || !own.has(row.picture));
}

export async function sumVisibleBytes(
  db: Db,
  viewer: HostViewer,
  yearMonth: YearMonth,
  file: string,
): Promise<number> {
  const pictures = visible(db, viewer)
    .where(isOfMonth(yearMonth))
    .innerJoin('blob_files', 'blob_files.blob_id', 'blobs.id')
    .select(({ fn }) => fn.max('blob_files.byte_size').as('byte_size'))
    .where('blob_files.name', '=', file)
    .groupBy('items.picture');
  const row = await db
    .selectFrom(pictures.as('pictures'))
    .select(({ fn }) => fn.sum<number | null>('pictures.byte_size').as('bytes'))
    .executeTakeFirst();
  return row?.bytes ?? 0;
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
      .orderBy('items.created_at')
      .limit(1)
      .executeTakeFirst())
  );
}
