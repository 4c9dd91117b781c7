import { sql } from 'kysely';
import { hasWords } from '#domains/item/month-text.ts';
import { deliveryDay } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { startOfDay } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { findShownText } from './letter-rows.ts';
import type { MonthContents } from './month-contents.ts';
import { listSkipped, listNoted } from './person-month.ts';
import {
  isOfMonth,
  isOfPlace,
  isSeenByResident,
  photosInLetters,
  THEMSELVES,
} from './who-sees-what.ts';

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

/**
 * お便りの写真: how many photos of a day the letters of that month show, whichever resident's, to
 * families who were entered before it is out.
 */
export async function countLetterPhotos(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<number> {
  const end = startOfDay(deliveryDay(yearMonth)).toISOString();
  const { count } = await photosInLetters(db, hostId, VIEWER)
    .where(isOfMonth(yearMonth))
    .where((eb) => {
      const families = eb
        .selectFrom('families')
        .innerJoin('residents', 'residents.id', 'families.resident_id')
        .select('families.id')
        .whereRef('families.host_id', '=', 'items.host_id')
        .where('families.created_at', '<', end)
        .where((of) => isSeenByResident(of as never));
      return eb.or([
        eb.exists(families.where('families.resident_id', '=', VIEWER)),
        eb.and([
          eb('items.resident_id', 'is', null),
          eb('blobs.only_for', 'is', null),
          eb.exists(families),
        ]),
      ]);
    })
    .select(({ fn, eb, ref }) =>
      fn
        .count<number>(eb('items.blob_id', '||', ref('items.taken_on')))
        .distinct()
        .as('count'),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Whoever the photo is for. */
const VIEWER = sql<string | null>`coalesce(items.resident_id, blobs.only_for)`;
