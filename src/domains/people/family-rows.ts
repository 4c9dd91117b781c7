import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { inPieces, ofOneHost, orNone } from '#server/lists.ts';

/** How a family gets its letters: by LINE where it has joined, else by the registered way. */
export const familyWay = (eb: ExpressionBuilder<Database, 'families'>) =>
  eb
    .case()
    .when('families.by_line', '=', sql.lit(1 as const))
    .then(sql.lit('line' as const))
    .else(eb.ref('families.delivery'))
    .end();

const familiesOf = (db: Db, hostId: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', ofOneHost('residents.id', 'families.resident_id'))
    .selectAll('families')
    .select([
      'residents.name as resident_name',
      'residents.name_kana as resident_name_kana',
      'residents.room as resident_room',
      'residents.left_on as resident_left_on',
      'residents.away_since as resident_away_since',
      'residents.died_on as resident_died_on',
      'residents.token as resident_token',
    ])
    .select((eb) =>
      eb
        .selectFrom('letter_reads')
        .select((read) => read.fn.max('seen_at').as('seen_at'))
        .whereRef('letter_reads.host_id', '=', 'families.host_id')
        .whereRef('letter_reads.family_id', '=', 'families.id')
        .as('last_read_at'),
    )
    .select((eb) =>
      eb
        .selectFrom('line_accounts')
        .select((line) => line.fn.countAll<number>().as('count'))
        .whereRef('line_accounts.host_id', '=', 'families.host_id')
        .whereRef('line_accounts.family_id', '=', 'families.id')
        .as('line_count'),
    )
    .where('families.host_id', '=', hostId);

export const listFamilies = (db: Db, hostId: string, residentId?: string) =>
  familiesOf(db, hostId)
    .$if(residentId !== undefined, (query) =>
      query.where('families.resident_id', '=', residentId ?? ''),
    )
    .orderBy('families.created_at')
    .orderBy('families.id')
    .execute();

export const findFamily = (db: Db, hostId: string, id: string) =>
  familiesOf(db, hostId).where('families.id', '=', id).executeTakeFirst();

export type FamilyRow = NonNullable<Awaited<ReturnType<typeof findFamily>>>;

/** For links that are issued now, and for a mailbox that a family comes to now (domain.md#one-relative-several-residents). */
export async function nextLinkNumber(db: Db, hostId: string): Promise<number> {
  const { link, mailbox } = await db
    .selectFrom('families')
    .select(({ fn }) => [fn.max('link_number').as('link'), fn.max('mailbox_number').as('mailbox')])
    .where('host_id', '=', hostId)
    .executeTakeFirstOrThrow();
  return Math.max(link ?? 0, mailbox ?? 0) + 1;
}

export async function insertFamilies(
  db: Db,
  rows: readonly Insertable<Database['families']>[],
): Promise<void> {
  for (const some of inPieces(rows)) await db.insertInto('families').values(some).execute();
}

export type FamilyColumns = Partial<Selectable<Database['families']>>;

export const updateFamily = (db: Db, hostId: string, id: string, set: FamilyColumns) =>
  db.updateTable('families').set(set).where('host_id', '=', hostId).where('id', '=', id).execute();

/** The row's 見ました and deliveries go with it. */
export const deleteFamily = (db: Db, hostId: string, id: string) =>
  db.deleteFrom('families').where('host_id', '=', hostId).where('id', '=', id).execute();

/** 見ました about another resident does not apply. */
export const deleteReads = (db: Db, hostId: string, familyId: string) =>
  db
    .deleteFrom('letter_reads')
    .where((eb) => eb.and({ host_id: hostId, family_id: familyId }))
    .execute();

/** A letter whose mail was withdrawn was not delivered. */
export const deleteDeliveriesOfMails = (db: Db, hostId: string, mailIds: readonly string[]) =>
  db
    .deleteFrom('deliveries')
    .where('host_id', '=', hostId)
    .where('outbox_id', 'in', orNone(mailIds))
    .execute();

/** Families with this address, however they get their letters. */
export const listFamiliesAt = (db: Db, hostId: string, email: string) =>
  familiesOf(db, hostId).where('families.email', '=', email).orderBy('families.id').execute();

/** Families that get mail at this address. */
export const listFamiliesByEmail = (db: Db, hostId: string, email: string) =>
  familiesOf(db, hostId)
    .where((eb) => eb.and({ 'families.email': email, 'families.delivery': 'email' }))
    .orderBy('residents.name_kana')
    .orderBy('families.id')
    .execute();

/**
 * Addresses at which families have stopped their mail and none has taken it up again, and since when.
 * @param emails none for all of the facility
 */
export async function listStops(
  db: Db,
  hostId: string,
  emails?: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('families')
    .select(({ fn }) => ['email', fn.max('stopped_at').as('at')])
    .where('host_id', '=', hostId)
    .$if(emails !== undefined, (query) => query.where('email', 'in', orNone(emails ?? [])))
    .groupBy('email')
    .having(({ fn }) => fn.max('stopped_at'), 'is not', null)
    .having((eb) => eb.fn.max(eb.case().when(isMailed(eb)).then(1).else(0).end()), '=', 0)
    .execute();
  return new Map(rows.flatMap(({ email, at }) => (email && at ? [[email, at] as const] : [])));
}

const isMailed = (eb: ExpressionBuilder<Database, 'families'>) =>
  eb.and([
    eb('stopped_at', 'is', null),
    eb.or([eb('delivery', '=', 'email'), eb('also_by_mail', '=', 1)]),
  ]);
