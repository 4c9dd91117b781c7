import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import { familyWay } from '#domains/people/family-rows.ts';
import { STAY_COLUMNS } from '#domains/letter/who-sees-what.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { findPrepared, insertPrepared, listPrepared, listPreparedFor } from '#server/prepared.ts';

export const HOST_COLUMNS = [
  'hosts.id',
  'hosts.activated_at',
  'hosts.trial_ends_at',
  'hosts.continued_at',
  'hosts.content_version',
] as const;

/**
 * Hosts whose month is undecided or interrupted, or whose admins are still to be told; a decision
 * from the future does not count.
 */
export const listUnsettledHosts = (db: Db, yearMonth: YearMonth, now: string) =>
  db
    .selectFrom('hosts')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'hosts.id')
    .leftJoin('delivery_runs', (join) =>
      join
        .onRef('delivery_runs.host_id', '=', 'hosts.id')
        .on('delivery_runs.year_month', '=', yearMonth)
        .on('delivery_runs.started_at', '<=', now),
    )
    .select(HOST_COLUMNS)
    .select(['delivery_settings.hour', 'delivery_settings.mail_enabled'])
    .select('delivery_runs.started_at')
    .where('hosts.activated_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('delivery_runs.finished_at', 'is', null),
        eb('delivery_runs.admins_told_at', 'is', null),
      ]),
    )
    .execute();

type RunRow = Insertable<Database['delivery_runs']>;

/** The first decision is kept, unless it is from the future; admins are told once in either case. */
export const insertRun = (db: Db, row: RunRow) =>
  db
    .insertInto('delivery_runs')
    .values({ ...row, reached: '' })
    .onConflict((conflict) =>
      conflict
        .columns(['host_id', 'year_month'])
        .doUpdateSet({ ...row, reached: '' })
        .where('delivery_runs.started_at', '>', row.started_at),
    )
    .execute();

/** Reads the progress by a write, so that no two processes handle the same batch. */
export const lockRun = findPrepared((db, hostId: string, yearMonth: YearMonth) =>
  db
    .updateTable('delivery_runs')
    .set((eb) => ({ reached: eb.ref('reached') }))
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .where('finished_at', 'is', null)
    .returning(['reached', 'due_at']),
);

/** @returns the run if its admins have not been told, and marks them as told */
export const claimTelling = (db: Db, hostId: string, yearMonth: YearMonth, now: string) =>
  db
    .updateTable('delivery_runs')
    .set({ admins_told_at: now })
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .where('admins_told_at', 'is', null)
    .returning('outcome')
    .executeTakeFirst();

export const updateProgress = listPrepared(
  (db, hostId: string, yearMonth: YearMonth, reached: string, finishedAt: string | null) =>
    db
      .updateTable('delivery_runs')
      .set({ reached, finished_at: finishedAt })
      .where('host_id', '=', hostId)
      .where('year_month', '=', yearMonth),
);

export const updateVersion = (db: Db, hostId: string, yearMonth: YearMonth, version: number) =>
  db
    .updateTable('delivery_runs')
    .set({ content_version: version })
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .execute();

export const findRun = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('delivery_runs')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .executeTakeFirst();

const addressees = (db: Db, hostId: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', (join) =>
      join
        .onRef('residents.id', '=', 'families.resident_id')
        .onRef('residents.host_id', '=', 'families.host_id'),
    )
    .select(['families.id', 'families.name', 'families.email'])
    .select((eb) => familyWay(eb).as('delivery'))
    .select(['families.delivery as registered', 'families.also_by_mail as alsoByMail'])
    .select(['families.token as familyToken', 'residents.token as residentToken'])
    .select('families.created_at')
    .select(['residents.id as residentId', 'residents.name as residentName'])
    .select('residents.name_kana as residentKana')
    .select(STAY_COLUMNS)
    .select('residents.photos_hidden as photosHidden')
    .where('families.host_id', '=', hostId);

export type AddresseeRow = Awaited<ReturnType<typeof listAddressees>>[number];

/** A run's next families, by id: those added before it was due. */
export const listAddressees = listPrepared(
  (db, hostId: string, after: string, dueAt: string, limit: number) =>
    addressees(db, hostId)
      .where('families.id', '>', after)
      .where('families.created_at', '<=', dueAt)
      .orderBy('families.id')
      .limit(limit),
);

export const listAddresseesOf = (db: Db, hostId: string, residentId: string) =>
  addressees(db, hostId).where('residents.id', '=', residentId).orderBy('families.id').execute();

/** Those of the addresses that several families have. */
export const listSharedEmails = listPreparedFor((db, emails, hostId: string) =>
  db
    .selectFrom('families')
    .select('email')
    .where('host_id', '=', hostId)
    .where('email', 'in', orNone(emails))
    .groupBy('email')
    .having(({ fn }) => fn.countAll(), '>', sql.lit(1)),
);

/** Families by mail to these addresses, of those added before then. */
export const listAddresseesByEmail = listPreparedFor((db, emails, hostId: string, dueAt: string) =>
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
    .orderBy('families.id'),
);

export const listAddresseesById = (db: Db, hostId: string, ids: readonly string[]) =>
  addressees(db, hostId).where('families.id', 'in', orNone(ids)).execute();

type DeliveryRow = Pick<
  Insertable<Database['deliveries']>,
  'host_id' | 'family_id' | 'year_month' | 'outbox_id' | 'created_at' | 'mailbox'
>;

/** @returns the families that had none: the unique key prevents duplicates */
export async function insertDeliveries(
  db: Db,
  rows: readonly DeliveryRow[],
): Promise<ReadonlySet<string>> {
  const inserted = await insertThem(db, rows);
  return new Set(inserted.map(({ family_id }) => family_id));
}

const insertThem = insertPrepared<DeliveryRow, { family_id: string }>(
  ['host_id', 'family_id', 'year_month', 'outbox_id', 'created_at', 'mailbox'],
  (db, rows) =>
    db
      .insertInto('deliveries')
      .values(rows.map((row) => ({ ...row, sent_at: sql.lit(null), last_error: sql.lit(null) })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('family_id'),
);

/** A letter whose mail was withdrawn was not delivered. */
export const deleteDeliveriesOf = (db: Db, hostId: string, mailIds: readonly string[]) =>
  db
    .deleteFrom('deliveries')
    .where('host_id', '=', hostId)
    .where('outbox_id', 'in', orNone(mailIds))
    .execute();
