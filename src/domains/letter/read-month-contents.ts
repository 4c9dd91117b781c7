import { sql } from 'kysely';
import { hasWords } from '#domains/item/month-text.ts';
import type { Viewer } from '#domains/people/stay.ts';
import { isLastLetter, ownPlaceOf } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { findShownText } from './letter-rows.ts';
import type { MonthContents } from './month-contents.ts';
import { listSkipped, listNoted } from './person-month.ts';
import { isOfMonth, isOfPlace, photosInLetters, THEMSELVES } from './who-sees-what.ts';

/** @param among the residents in question; by default, own photos are counted only where needed */
export async function readMonthContents(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  among?: readonly string[],
): Promise<MonthContents> {
  const text = await findShownText(db, hostId, yearMonth);
  const forAll = {
    hasWords: text !== undefined && hasWords(text),
    sharedPhotosFor: await readSharedFor(db, hostId, yearMonth),
  };
  const hasSomething = forAll.hasWords || forAll.sharedPhotosFor === 'everybody';
  const isCounted = among !== undefined || !hasSomething;
  const counts = isCounted ? await countOwnPhotos(db, hostId, yearMonth, among) : [];
  return {
    yearMonth,
    ...forAll,
    noted: await listNoted(db, hostId, yearMonth),
    skipped: await listSkipped(db, hostId, yearMonth),
    ownPhotos: new Map(counts.map(({ resident_id, count }) => [resident_id ?? '', count])),
  };
}

async function readSharedFor(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<MonthContents['sharedPhotosFor']> {
  if (await findSharedItem(db, hostId, yearMonth, NOBODY)) return 'everybody';
  return readSharedForOne(db, hostId, yearMonth);
}

/** Residents whose families see a photo of the whole facility that no other family sees. */
export async function readSharedForOne(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<ReadonlySet<string>> {
  const rows = await listSharedFor(db, hostId, yearMonth);
  return new Set(rows.flatMap(({ only_for: resident }) => resident ?? []));
}

/** Sees what everybody sees. */
const NOBODY = sql.lit<string | null>(null);

const sharedItems = (db: Db, hostId: string, yearMonth: YearMonth, resident = NOBODY) =>
  photosInLetters(db, hostId, resident).where(isOfMonth(yearMonth)).where(isOfPlace(null));

const findSharedItem = (...of: Parameters<typeof sharedItems>) =>
  sharedItems(...of)
    .select('items.id')
    .limit(1)
    .executeTakeFirst();

/** When a photo that every family sees came last. */
export async function findLastShared(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<string | null> {
  const row = await sharedItems(db, hostId, yearMonth)
    .select(({ fn }) => fn.max('items.created_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

const listSharedFor = (db: Db, hostId: string, yearMonth: YearMonth) =>
  sharedItems(db, hostId, yearMonth, sql.ref<string>('blobs.only_for'))
    .select('blobs.only_for')
    .distinct()
    .execute();

const countOwnPhotos = (db: Db, hostId: string, yearMonth: YearMonth, among?: readonly string[]) =>
  photosInLetters(db, hostId, THEMSELVES)
    .where(isOfMonth(yearMonth))
    .select(({ fn }) => ['items.resident_id', fn.countAll<number>().as('count')])
    .where('items.resident_id', 'is not', null)
    .$if(among !== undefined, (query) =>
      query.where('items.resident_id', 'in', orNone(among ?? [])),
    )
    .groupBy('items.resident_id')
    .execute();

type Shown = Pick<Viewer, 'residentId' | 'photosHidden' | 'lettersEnd' | 'lastLetter'>;

/** How many different photos the letters of that month to these residents' families show. */
export async function countPhotosShown(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  to: readonly Shown[],
): Promise<number> {
  const own = to.flatMap((one) => ownPlaceOf(one) ?? []);
  const regular = to.filter((one) => !isLastLetter(one, yearMonth));
  const shared = regular.map(({ residentId }) => residentId);
  const { count } = await photosInLetters(db, hostId, VIEWER)
    .where(isOfMonth(yearMonth))
    .where((eb) =>
      eb.or([
        eb('items.resident_id', 'in', orNone(own)),
        eb.and([isOfPlace(null)(eb), eb('blobs.only_for', 'in', orNone(shared))]),
        ...(shared.length === 0
          ? []
          : [eb.and([isOfPlace(null)(eb), eb('blobs.only_for', 'is', null)])]),
      ]),
    )
    .select(({ fn }) => fn.count<number>('items.blob_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whoever the photo is for. */
const VIEWER = sql<string | null>`coalesce(items.resident_id, blobs.only_for)`;
