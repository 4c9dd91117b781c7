import type { YearMonth } from '../../lib/calendar.ts';
import { firstDayOf, lastDayOf } from '../../lib/calendar.ts';
import type { Db } from '../../server/database.ts';
import type { Link } from './link.service.ts';

type Reader = Pick<Link, 'hostId' | 'residentId' | 'photosHidden'>;

/** The ready photos that one family may see: its resident's and the facility-wide ones. */
const visible = (db: Db, { hostId, residentId, photosHidden }: Reader) =>
  db
    .selectFrom('items')
    .innerJoin('blobs', (join) =>
      join.onRef('blobs.id', '=', 'items.blob_id').onRef('blobs.host_id', '=', 'items.host_id'),
    )
    .where('items.host_id', '=', hostId)
    .where('items.deleted_at', 'is', null)
    .where('blobs.state', '=', 'ready')
    .where((eb) =>
      photosHidden
        ? eb('items.resident_id', 'is', null)
        : eb.or([eb('items.resident_id', 'is', null), eb('items.resident_id', '=', residentId)]),
    );

/** Oldest first, the resident's before the facility-wide ones of the same list. */
export const listVisibleItems = (db: Db, reader: Reader, yearMonth: YearMonth) =>
  visible(db, reader)
    .select([
      'items.id',
      'items.resident_id',
      'items.blob_id',
      'items.taken_on',
      'items.caption',
      'items.created_at',
      'blobs.width',
      'blobs.height',
      'blobs.color',
      'blobs.state',
    ])
    .where('items.taken_on', '>=', firstDayOf(yearMonth))
    .where('items.taken_on', '<=', lastDayOf(yearMonth))
    .orderBy((eb) => eb('items.resident_id', 'is', null))
    .orderBy('items.taken_on')
    .orderBy('items.created_at')
    .orderBy('items.id')
    .execute();

/** Bytes of one file of each of a month's photos. */
export async function sumVisibleBytes(
  db: Db,
  reader: Reader,
  yearMonth: YearMonth,
  file: string,
): Promise<number> {
  const row = await visible(db, reader)
    .innerJoin('blob_files', 'blob_files.blob_id', 'blobs.id')
    .select(({ fn }) => fn.sum<number | null>('blob_files.byte_size').as('bytes'))
    .where('blob_files.name', '=', file)
    .where('items.taken_on', '>=', firstDayOf(yearMonth))
    .where('items.taken_on', '<=', lastDayOf(yearMonth))
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Photos per month, as `YYYY-MM`. */
export const countVisibleByMonth = (db: Db, reader: Reader, before: YearMonth) =>
  visible(db, reader)
    .select((eb) => [
      eb.fn<string>('substr', ['items.taken_on', eb.val(1), eb.val(7)]).as('month'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('items.taken_on', '<', firstDayOf(before))
    .groupBy('month')
    .execute();

export const listLetterTexts = (db: Db, hostId: string, before: YearMonth) =>
  db
    .selectFrom('letters')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('year_month', '<', before)
    .execute();

export const findLetterText = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('letters')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .executeTakeFirst();

const COVER = [
  'items.id',
  'items.blob_id',
  'items.taken_on',
  'blobs.width',
  'blobs.height',
  'blobs.color',
] as const;

/** The month's chosen cover if it is still of that month and for this family, else its first photo. */
export async function findCover(
  db: Db,
  reader: Reader,
  yearMonth: YearMonth,
  chosen: string | null,
) {
  const covers = visible(db, reader)
    .select(COVER)
    .where('items.taken_on', '>=', firstDayOf(yearMonth))
    .where('items.taken_on', '<=', lastDayOf(yearMonth));
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
