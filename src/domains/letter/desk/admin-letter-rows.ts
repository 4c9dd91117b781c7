import type { LetterRow } from '#db/schema.ts';
import { isForLetters, oldestFirst } from '#domains/item/item-rows.ts';
import { defaultTitle } from '#domains/item/month-text.ts';
import { notesOf, skippedOf } from '#domains/letter/person-month.ts';
import {
  STAY_COLUMNS,
  isForResident,
  isInLetters,
  isOfMonth,
  isOfPlace,
  isSeenByResident,
  photosInLetters,
  THEMSELVES,
} from '#domains/letter/who-sees-what.ts';
import { hasNobody, staysIn } from '#domains/people/resident-rows.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf, lastDayOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';

export const countItemsByDay = (db: Db, hostId: string, from: YearMonth, to: YearMonth) =>
  db
    .selectFrom('items')
    .select(({ fn }) => ['taken_on', fn.countAll<number>().as('count')])
    .where('host_id', '=', hostId)
    .where(isForLetters)
    .where('taken_on', '>=', firstDayOf(from))
    .where('taken_on', '<=', lastDayOf(to))
    .groupBy('taken_on')
    .execute();

export const listReads = (db: Db, hostId: string, from: YearMonth, to: YearMonth) =>
  db
    .selectFrom('letter_reads')
    .select(['year_month', 'family_id'])
    .where('host_id', '=', hostId)
    .where('year_month', '>=', from)
    .where('year_month', '<=', to)
    .execute();

export const countNotes = (db: Db, hostId: string, from: YearMonth, to: YearMonth) =>
  notesOf(db, hostId)
    .select(({ fn }) => ['year_month', fn.countAll<number>().as('count')])
    .where('year_month', '>=', from)
    .where('year_month', '<=', to)
    .groupBy('year_month')
    .execute();

export const listSkipped = (db: Db, hostId: string, from: YearMonth, to: YearMonth) =>
  skippedOf(db, hostId)
    .select(['year_month', 'resident_id'])
    .where('year_month', '>=', from)
    .where('year_month', '<=', to)
    .execute();

export const listFamilies = (db: Db, hostId: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', ofOneHost('residents.id', 'families.resident_id'))
    .select(['families.id', 'families.resident_id', 'families.created_at'])
    .select(STAY_COLUMNS)
    .where('families.host_id', '=', hostId)
    .execute();

/** Saves a month's first text, also over an emptied one. @returns false if there is one already */
export async function insertLetter(db: Db, row: LetterRow): Promise<boolean> {
  const result = await db
    .insertInto('letters')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['host_id', 'year_month'])
        .doUpdateSet(({ ref, eb }) => ({
          title: ref('excluded.title'),
          body: ref('excluded.body'),
          cover_item_id: ref('excluded.cover_item_id'),
          updated_at: ref('excluded.updated_at'),
          version: eb('letters.version', '+', 1),
        }))
        .where('letters.title', 'in', ['', defaultTitle(row.year_month)])
        .where((eb) => eb.and({ 'letters.body': '', 'letters.cover_item_id': null })),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** @returns whether the row still had that version */
export async function updateLetterText(
  db: Db,
  { host_id, year_month }: Pick<LetterRow, 'host_id' | 'year_month'>,
  version: number,
  change: Partial<Pick<LetterRow, 'title' | 'body' | 'cover_item_id'>> & { updated_at: string },
): Promise<boolean> {
  const result = await db
    .updateTable('letters')
    .set({ ...change, version: version + 1 })
    .where((eb) => eb.and({ host_id, year_month, version }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

const coverCandidates = (db: Db, hostId: string, yearMonth: YearMonth) =>
  photosInLetters(db, hostId, THEMSELVES)
    .where(isOfMonth(yearMonth))
    .select(['items.id', 'items.blob_id', 'items.caption', 'items.taken_on'])
    .select(['blobs.width', 'blobs.height']);

export const findCoverCandidate = (db: Db, hostId: string, yearMonth: YearMonth, id: string) =>
  coverCandidates(db, hostId, yearMonth)
    .where('items.id', '=', id)
    .where((eb) =>
      eb.or([
        isOfPlace(null)(eb),
        eb.exists(
          eb
            .selectFrom('residents')
            .select('residents.id')
            .whereRef('residents.host_id', '=', 'items.host_id')
            .whereRef('residents.id', '=', 'items.resident_id')
            .where(isSeenByResident),
        ),
      ]),
    )
    .executeTakeFirst();

/** Facility-wide photos, oldest first: only these are seen by every family. */
export const listSharedCovers = (db: Db, hostId: string, yearMonth: YearMonth, limit: number) =>
  coverCandidates(db, hostId, yearMonth)
    .where(isOfPlace(null))
    .$call(oldestFirst)
    .limit(limit)
    .execute();

/** With how many own photos each letter shows, or would if it were not skipped. */
export const listResidentsOfMonth = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('residents')
    .select(['id', 'name', 'name_kana', 'room', 'photos_hidden', 'created_at'])
    .select(['photo_consent', 'photo_consent_extent', 'waiting_consent'])
    .select(['away_since', 'left_on', 'died_on'])
    .select((eb) => hasNobody(eb).as('has_nobody'))
    .select((eb) =>
      eb
        .selectFrom('items')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('items.host_id', '=', 'residents.host_id')
        .whereRef('items.resident_id', '=', 'residents.id')
        .where(isInLetters(eb.ref('residents.id')))
        .where(isOfMonth(yearMonth))
        .where((own) => isForResident(own as never))
        .as('items_count'),
    )
    .select((eb) =>
      eb
        .selectFrom('items')
        .select((newest) => newest.fn.max('items.created_at').as('at'))
        .whereRef('items.host_id', '=', 'residents.host_id')
        .whereRef('items.resident_id', '=', 'residents.id')
        .where(isForLetters)
        .where(isOfMonth(yearMonth))
        .as('newest_item'),
    )
    .where('host_id', '=', hostId)
    .where(staysIn(yearMonth))
    .orderBy('name_kana')
    .orderBy('id')
    .execute();

export type ResidentOfMonth = Awaited<ReturnType<typeof listResidentsOfMonth>>[number];
