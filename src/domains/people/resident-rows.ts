import type { ExpressionBuilder, Insertable, Updateable } from 'kysely';
import type { Database, ResidentRow } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf, lastDayOf } from '#lib/calendar.ts';
import { orMissing } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { inPieces, orNone } from '#server/lists.ts';
import { LISTED_COLUMNS } from './resident-facts.ts';

export type NewResidentRow = Insertable<Database['residents']>;
export type ResidentChange = Updateable<Database['residents']>;

export const findResident = (db: Db, hostId: string, id: string) =>
  db
    .selectFrom('residents')
    .selectAll()
    .where((eb) => eb.and({ host_id: hostId, id }))
    .executeTakeFirst();

/** @throws AppError 404 */
export const requireResident = async (db: Db, hostId: string, id: string) =>
  orMissing(await findResident(db, hostId, id));

export const listResidentRows = (db: Db, hostId: string, ids: readonly string[]) =>
  db
    .selectFrom('residents')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('id', 'in', orNone(ids))
    .execute();

export const listResidents = (
  db: Db,
  hostId: string,
  current: YearMonth,
  yearMonth: YearMonth | undefined,
) =>
  db
    .selectFrom('residents')
    .select(['id', 'name', 'name_kana', 'room', 'portrait_blob_id', 'own_wish'])
    .select(['photo_consent', 'photo_consent_extent', 'waiting_consent'])
    .select(['away_since', 'left_on', 'died_on'])
    .select((eb) => hasNobody(eb).as('has_nobody'))
    .select((eb) =>
      eb
        .selectFrom('items')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('items.host_id', '=', 'residents.host_id')
        .whereRef('items.resident_id', '=', 'residents.id')
        .where('items.deleted_at', 'is', null)
        .$if(yearMonth !== undefined, (query) =>
          query
            .where('items.taken_on', '>=', firstDayOf(yearMonth ?? 0))
            .where('items.taken_on', '<=', lastDayOf(yearMonth ?? 0)),
        )
        .as('items_count'),
    )
    .select((eb) =>
      eb
        .selectFrom('letter_checks')
        .select('held_back')
        .whereRef('letter_checks.host_id', '=', 'residents.host_id')
        .whereRef('letter_checks.resident_id', '=', 'residents.id')
        .where('letter_checks.year_month', '=', yearMonth ?? current)
        .as('held_back'),
    )
    .where('host_id', '=', hostId)
    .where(staysIn(yearMonth ?? current))
    .orderBy('id')
    .execute();

/** A photo that is still in some place. */
export const anItemOf = (
  eb: ExpressionBuilder<Database & { waiting: Database['withheld_pictures'] }, 'waiting'>,
) =>
  eb
    .selectFrom('items')
    .select('items.id')
    .whereRef('items.host_id', '=', 'waiting.host_id')
    .whereRef('items.picture', '=', 'waiting.picture')
    .where('items.deleted_at', 'is', null)
    .limit(1);

/** Staff said so, and nobody has been registered since. */
export const hasNobody = (eb: ExpressionBuilder<Database, 'residents'>) =>
  eb.and([
    eb('residents.has_no_family', '=', 1),
    eb.not(
      eb.exists(
        eb
          .selectFrom('families')
          .select('families.id')
          .whereRef('families.host_id', '=', 'residents.host_id')
          .whereRef('families.resident_id', '=', 'residents.id'),
      ),
    ),
  ]);

const counted = (db: Db, hostId: string) =>
  db
    .selectFrom('residents')
    .selectAll('residents')
    .select((eb) => hasNobody(eb).as('has_nobody'))
    .select((eb) => [
      eb
        .selectFrom('items')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('items.host_id', '=', 'residents.host_id')
        .whereRef('items.resident_id', '=', 'residents.id')
        .where('items.deleted_at', 'is', null)
        .as('items_count'),
      eb
        .selectFrom('families')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('families.host_id', '=', 'residents.host_id')
        .whereRef('families.resident_id', '=', 'residents.id')
        .as('families_count'),
      // Also pictures that only others still have. Not a join, which would begin with all photos.
      eb
        .selectFrom('withheld_pictures as waiting')
        .select('waiting.picture')
        .whereRef('waiting.host_id', '=', 'residents.host_id')
        .whereRef('waiting.resident_id', '=', 'residents.id')
        .where((eb) => eb.and({ 'waiting.asks': 1, 'waiting.waits': 0 }))
        .where((of) => of(anItemOf(of), 'is not', null))
        .limit(1)
        .as('picture_in_question'),
    ])
    .where('host_id', '=', hostId);

export const listCountedResidents = (db: Db, hostId: string) =>
  counted(db, hostId).orderBy('id').execute();

export type CountedResident = Awaited<ReturnType<typeof listCountedResidents>>[number];

export const findCountedResident = (db: Db, hostId: string, id: string) =>
  counted(db, hostId).where('id', '=', id).executeTakeFirst();

export const listPeople = (db: Db, hostId: string) =>
  db
    .selectFrom('residents')
    .select(['id', ...LISTED_COLUMNS])
    .select(['photo_consent', 'photo_consent_extent', 'waiting_consent'])
    .where('host_id', '=', hostId)
    .execute();

export async function insertResidents(db: Db, rows: readonly NewResidentRow[]): Promise<void> {
  for (const some of inPieces(rows)) await db.insertInto('residents').values(some).execute();
}

export const updateResidentRow = (
  db: Db,
  { host_id, id }: Pick<ResidentRow, 'host_id' | 'id'>,
  change: ResidentChange,
) =>
  db
    .updateTable('residents')
    .set(change)
    .where((eb) => eb.and({ host_id, id }))
    .execute();

export const hidePhotosWithoutConsent = (db: Db, hostId: string, id: string) =>
  db
    .updateTable('residents')
    .set({ photos_hidden: 1 })
    .where((eb) => eb.and({ host_id: hostId, id }))
    .where((eb) => eb.or([eb('photo_consent', 'is', null), eb('photo_consent', '!=', 1)]))
    .execute();

/** `obeyedAnswer` in SQL. */
export const hasAgreed = (eb: ExpressionBuilder<Database, 'residents'>) =>
  eb.and([
    eb(eb.fn.coalesce('residents.photo_consent', eb.lit(0)), '=', 1),
    eb('residents.waiting_consent', 'is distinct from', 'none'),
  ]);

/** To letters of others' families too. */
export const isAgreedForAll = (eb: ExpressionBuilder<Database, 'residents'>) =>
  eb.and([
    hasAgreed(eb),
    eb('residents.photo_consent_extent', '=', 'all'),
    eb('residents.waiting_consent', 'is', null),
  ]);

/** Not after the month of leaving, nor after the one in which a death was entered. */
export const staysIn = (yearMonth: YearMonth) => (eb: ExpressionBuilder<Database, 'residents'>) =>
  eb.and(
    (['left_on', 'letters_end'] as const).map((column) =>
      eb.or([eb(column, 'is', null), eb(column, '>=', firstDayOf(yearMonth))]),
    ),
  );
