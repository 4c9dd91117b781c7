import type { InferResult } from 'kysely';
import { sql } from 'kysely';
import { STAY_COLUMNS } from '#domains/letter/who-sees-what.ts';
import { familyWay } from '#domains/people/family-rows.ts';
import { toViewer } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';

/** Families with their residents: who gets letters, and how. */
const addressees = (db: Db, hostId: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', ofOneHost('residents.id', 'families.resident_id'))
    .select(['families.id', 'families.name', 'families.email'])
    .select((eb) => familyWay(eb).as('delivery'))
    .select(['families.delivery as registered', 'families.also_by_mail as alsoByMail'])
    .select(['families.token as familyToken', 'residents.token as residentToken'])
    .select(['families.paused_until as pausedUntil', 'families.created_at'])
    .select(['families.returned_at as returnedAt', 'families.returned_kind as returnedKind'])
    .select('families.returned_words as returnedWords')
    .select(['residents.id as residentId', 'residents.name as residentName'])
    .select(['residents.name_kana as residentKana', 'residents.room'])
    .select(STAY_COLUMNS)
    .select('residents.photos_hidden as photosHidden')
    .where('families.host_id', '=', hostId);

type Row = InferResult<ReturnType<typeof addressees>>[number];

export type AddresseeRow = ReturnType<typeof toViewer<Row>>;

const viewers = async (rows: Promise<Row[]>): Promise<AddresseeRow[]> =>
  (await rows).map((row) => toViewer(row));

/** A run's next families, by id: those added before it was due. */
export const listAddressees = (
  db: Db,
  hostId: string,
  after: string,
  dueAt: string,
  limit: number,
): Promise<AddresseeRow[]> =>
  viewers(
    addressees(db, hostId)
      .where('families.id', '>', after)
      .where('families.created_at', '<=', dueAt)
      .orderBy('families.id')
      .limit(limit)
      .execute(),
  );

/** More than a facility has. */
const ALL = 100_000;

/** All of a facility, also for residents who have left or died. @param until added by then */
export const listAllAddressees = (db: Db, hostId: string, until = '9999') =>
  listAddressees(db, hostId, '', until, ALL);

export const listAddresseesOf = (
  db: Db,
  hostId: string,
  residentId: string,
): Promise<AddresseeRow[]> =>
  viewers(
    addressees(db, hostId).where('residents.id', '=', residentId).orderBy('families.id').execute(),
  );

export const listAddresseesById = (
  db: Db,
  hostId: string,
  ids: readonly string[],
): Promise<AddresseeRow[]> =>
  viewers(addressees(db, hostId).where('families.id', 'in', orNone(ids)).execute());

/** Families by mail to these addresses where several have one, of those added before then. */
export async function listSharingEmails(
  db: Db,
  hostId: string,
  emails: readonly string[],
  dueAt: string,
): Promise<AddresseeRow[]> {
  const shared = await listSharedEmails(db, hostId, [...new Set(emails)]);
  const several = shared.flatMap(({ email }) => email ?? []);
  return several.length === 0 ? [] : viewers(listByEmail(db, hostId, several, dueAt));
}

const listSharedEmails = (db: Db, hostId: string, emails: readonly string[]) =>
  db
    .selectFrom('families')
    .select('email')
    .where('host_id', '=', hostId)
    .where('email', 'in', orNone(emails))
    .groupBy('email')
    .having(({ fn }) => fn.countAll(), '>', sql.lit(1))
    .execute();

const listByEmail = (db: Db, hostId: string, emails: readonly string[], dueAt: string) =>
  addressees(db, hostId)
    .where('families.email', 'in', orNone(emails))
    .where((eb) =>
      eb.or([
        eb(familyWay(eb), '=', sql.lit('email' as const)),
        eb.and([
          eb('families.by_line', '=', sql.lit(1 as const)),
          eb('families.also_by_mail', '=', sql.lit(1 as const)),
        ]),
      ]),
    )
    .where('families.created_at', '<=', dueAt)
    .orderBy('families.id')
    .execute();

/** The same with 見ました of a month, for lists that a person reads. */
export const addresseesOfMonth = (db: Db, hostId: string, yearMonth: YearMonth) =>
  addressees(db, hostId)
    .leftJoin('letter_reads', (join) =>
      join
        .onRef('letter_reads.host_id', '=', 'families.host_id')
        .onRef('letter_reads.family_id', '=', 'families.id')
        .on('letter_reads.year_month', '=', yearMonth),
    )
    .select(['families.relationship', 'letter_reads.seen_at as seenAt']);
