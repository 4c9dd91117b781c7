import type { Expression, ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database, ItemRow, NewItemRow } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf, lastDayOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';
import { PAGE_SIZE } from './item-limits.ts';
import type { ItemsQuery } from './item.ts';
import { isFirstOfPhoto } from './people-on-photo.ts';

type Filter = Partial<Pick<ItemsQuery, 'yearMonth' | 'residentId'>> & {
  /** One item of each stored photo and day; a place has no other. */
  isOnce?: boolean | undefined;
};

export const living = (db: Db, hostId: string) =>
  db.selectFrom('items').where('items.host_id', '=', hostId).where('items.deleted_at', 'is', null);

const filtered = (db: Db, hostId: string, { yearMonth, residentId, isOnce }: Filter) =>
  living(db, hostId)
    .$if(isOnce === true && residentId === undefined, (query) => query.where(isFirstOfPhoto))
    .$if(yearMonth !== undefined, (query) =>
      query
        .where('items.taken_on', '>=', firstDayOf(yearMonth ?? 0))
        .where('items.taken_on', '<=', lastDayOf(yearMonth ?? 0)),
    )
    .$if(residentId === 'none', (query) => query.where('items.resident_id', 'is', null))
    .$if(residentId !== undefined && residentId !== 'none', (query) =>
      query.where('items.resident_id', '=', residentId ?? ''),
    );

/** As in a letter, or the other way round. */
const ordered =
  (way: 'asc' | 'desc') =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    ['items.taken_on', 'items.position', 'items.created_at', 'items.id'].reduce(
      (sorted, column) => sorted.orderBy(sql.ref(column), way),
      query,
    );
export const oldestFirst = ordered('asc');
const newestFirst = ordered('desc');

const COLUMNS = [
  'items.id',
  'items.resident_id',
  'items.blob_id',
  'items.taken_on',
  'items.caption',
  'items.created_at',
  'items.held',
  'items.left_out',
  'items.left_out_for',
  'residents.name as resident_name',
  'blobs.width',
  'blobs.height',
  'blobs.color',
  'blobs.state',
  'staffs.name as creator_name',
] as const;

export const withPhoto = (query: ReturnType<typeof living>) =>
  query
    .innerJoin('blobs', ofOneHost('blobs.id', 'items.blob_id'))
    .leftJoin('residents', ofOneHost('residents.id', 'items.resident_id'))
    .leftJoin('staffs', 'staffs.id', 'items.created_by')
    .select(COLUMNS);

/**
 * Newest day first, then newest upload. The inner query pages by the index alone, and only it names
 * the host: else these ids would be looked for among all the host's photos.
 */
export const listItems = (db: Db, hostId: string, { page, ...filter }: Filter & { page: number }) =>
  withPhoto(
    db.selectFrom('items').where(
      'items.id',
      'in',
      filtered(db, hostId, filter)
        .select('items.id')
        .$call(newestFirst)
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE),
    ),
  )
    .$call(newestFirst)
    .execute();

export const listItemsOfMonth = (db: Db, hostId: string, yearMonth: YearMonth) =>
  withPhoto(filtered(db, hostId, { yearMonth }).where(isForLetters))
    .$call(oldestFirst)
    .execute();

export type ItemWithPhoto = Awaited<ReturnType<typeof listItems>>[number];

export async function countItems(
  db: Db,
  hostId: string,
  { isOnce = false, ...filter }: Filter,
): Promise<number> {
  const items = filtered(db, hostId, filter);
  const isGrouped = isOnce && filter.residentId === undefined;
  const { n } = await db
    .selectFrom(
      isGrouped
        ? items.select('items.blob_id').groupBy(['items.blob_id', 'items.taken_on']).as('counted')
        : items.select('items.blob_id').as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export async function findOldestTakenOn(db: Db, hostId: string): Promise<string | null> {
  const row = await living(db, hostId)
    .select('taken_on')
    .where('held', '=', 0)
    .orderBy('taken_on')
    .limit(1)
    .executeTakeFirst();
  return row?.taken_on ?? null;
}

export const findItemWithPhoto = (db: Db, hostId: string, id: string) =>
  withPhoto(living(db, hostId)).where('items.id', '=', id).executeTakeFirst();

/** Deleted ones too, in the order of the ids. */
export async function listItemsById(db: Db, hostId: string, ids: readonly string[]) {
  const rows = await withPhoto(
    db.selectFrom('items').where('items.host_id', '=', hostId).where('items.id', 'in', orNone(ids)),
  )
    .select('items.deleted_at')
    .execute();
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Living items of stored photos, in all places. */
export const listItemsOfBlob = (db: Db, hostId: string, blobIds: readonly string[]) =>
  withPhoto(living(db, hostId).where('items.blob_id', 'in', orNone(blobIds)))
    .orderBy('items.created_at')
    .orderBy('items.id')
    .execute();

/** Even a deleted one. */
export const findItemRow = (db: Db, hostId: string, id: string) =>
  db
    .selectFrom('items')
    .selectAll()
    .where((eb) => eb.and({ host_id: hostId, id }))
    .executeTakeFirst();

export const findUploadedItem = (db: Db, blobId: string) =>
  db
    .selectFrom('items')
    .selectAll()
    .where((eb) => eb.and({ blob_id: blobId, is_upload: 1 }))
    .executeTakeFirst();

/** Living items of a photo in the given places. */
export async function listItemIdsOfBlob(
  db: Db,
  hostId: string,
  blobId: string,
  places: readonly (string | null)[],
): Promise<string[]> {
  const rows = await living(db, hostId)
    .select(['id', 'resident_id'])
    .where('blob_id', '=', blobId)
    .orderBy('is_upload', 'desc')
    .execute();
  return rows.filter((row) => places.includes(row.resident_id)).map(({ id }) => id);
}

export const findSamePicture = (
  db: Db,
  hostId: string,
  residentId: string | null,
  picture: string,
) =>
  living(db, hostId)
    .select('id')
    .where('picture', '=', picture)
    .where('resident_id', residentId === null ? 'is' : '=', residentId)
    .executeTakeFirst();

export const insertItem = (db: Db, row: NewItemRow) => db.insertInto('items').values(row).execute();

/** Of one day and place, in the order of the letter. */
export const listDayOfPlace = (
  db: Db,
  hostId: string,
  { resident_id: residentId, taken_on: day }: Pick<ItemRow, 'resident_id' | 'taken_on'>,
) =>
  living(db, hostId)
    .select(['id', 'position'])
    .where('resident_id', residentId === null ? 'is' : '=', residentId)
    .where('taken_on', '=', day)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** One item of each picture that an admin has to answer for, the resident's own if there is one. */
export async function listItemsInQuestion(db: Db, hostId: string, residentId: string) {
  const rows = await db
    .selectFrom('withheld_pictures as waiting')
    .innerJoin('items as shown', (join) =>
      join
        .onRef('shown.host_id', '=', 'waiting.host_id')
        .onRef('shown.picture', '=', 'waiting.picture')
        .on('shown.deleted_at', 'is', null),
    )
    .where('waiting.host_id', '=', hostId)
    .where('waiting.resident_id', '=', residentId)
    .where((eb) => eb.and({ 'waiting.asks': 1, 'waiting.waits': 0 }))
    .groupBy('waiting.picture')
    .select(({ fn, eb, ref }) => {
      const own = eb.case().when('shown.resident_id', '=', residentId).then(ref('shown.id'));
      return fn.coalesce(fn.max(own.end()), fn.max('shown.id')).as('id');
    })
    .execute();
  const ids = rows.map(({ id }) => id);
  return withPhoto(living(db, hostId).where('items.id', 'in', orNone(ids)))
    .$call(newestFirst)
    .execute();
}

export type OfItem = ExpressionBuilder<Database, 'items'>;

/** Neither deleted nor held nor left out (domain.md#who-sees-a-photo). */
export const isForLetters = (eb: OfItem) =>
  eb.and([
    eb('items.deleted_at', 'is', null),
    eb('items.held', '=', eb.lit(0)),
    eb('items.left_out', '=', eb.lit(0)),
  ]);

/**
 * Everybody else who is named on it agreed to others' letters (domain.md#consent): triggers say so, in
 * what `applyAnswer` of `people/consent-records` changes.
 * @param resident whose families look at it
 */
export const isShownTo =
  (resident: Expression<string | null>) => (eb: ExpressionBuilder<Database, 'blobs'>) =>
    eb.and([
      eb('blobs.withheld', '=', eb.lit(0)),
      eb.or([eb('blobs.only_for', 'is', null), eb('blobs.only_for', '=', resident)]),
    ]);
