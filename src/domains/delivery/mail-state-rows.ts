import { sql } from 'kysely';
import { STAY_COLUMNS } from '#domains/letter/who-sees-what.ts';
import { familyWay } from '#domains/people/family-rows.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { listPreparedFor } from '#server/prepared.ts';

/** Deliveries, with the mail or message that is still in the outbox. */
export const withMail = (db: Db) =>
  db
    .selectFrom('deliveries')
    .leftJoin('outbox', (join) =>
      join
        .onRef('outbox.id', '=', 'deliveries.outbox_id')
        .onRef('outbox.host_id', '=', 'deliveries.host_id'),
    );

/** A month's messages by LINE, added up by family; without those that a state keeps back. */
const byLine = (db: Db, hostId: string, yearMonth: YearMonth) =>
  withMail(db)
    .select('deliveries.family_id')
    .select((eb) => {
      const among = (state: 'queued' | 'sent' | 'failed') =>
        eb.fn.sum<number>(
          eb.case().when('deliveries.state', '=', state).then(sql.lit(1)).else(sql.lit(0)).end(),
        );
      return [
        among('queued').as('queued'),
        among('sent').as('sent'),
        among('failed').as('failed'),
        eb.fn.min('deliveries.sent_at').as('sent_at'),
        eb.fn.max('deliveries.last_error').as('last_error'),
      ];
    })
    .where('deliveries.host_id', '=', hostId)
    .where('deliveries.year_month', '=', yearMonth)
    .where('deliveries.account', '<>', '')
    .where((eb) => eb.or([eb('outbox.stopped', 'is', null), eb('outbox.stopped', '=', 0)]))
    .groupBy('deliveries.family_id');

/** A facility's families with a month's mail and 見ました. */
export const familiesInMonth = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('families')
    .innerJoin('residents', (join) =>
      join
        .onRef('residents.id', '=', 'families.resident_id')
        .onRef('residents.host_id', '=', 'families.host_id'),
    )
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.host_id', '=', 'families.host_id')
        .onRef('deliveries.family_id', '=', 'families.id')
        .on('deliveries.year_month', '=', yearMonth)
        .on('deliveries.account', '=', ''),
    )
    .leftJoin(byLine(db, hostId, yearMonth).as('by_line'), (join) =>
      join.onRef('by_line.family_id', '=', 'families.id'),
    )
    .leftJoin('letter_reads', (join) =>
      join
        .onRef('letter_reads.host_id', '=', 'families.host_id')
        .onRef('letter_reads.family_id', '=', 'families.id')
        .on('letter_reads.year_month', '=', yearMonth),
    )
    .select(['families.id', 'families.name', 'families.relationship'])
    .select('families.email')
    .select((eb) => familyWay(eb).as('delivery'))
    .select(['families.delivery as registered', 'families.also_by_mail as alsoByMail'])
    .select(['by_line.queued as lineQueued', 'by_line.sent as lineSent'])
    .select(['by_line.failed as lineFailed', 'by_line.sent_at as lineSentAt'])
    .select('by_line.last_error as lineError')
    .select(['residents.id as residentId', 'residents.name as residentName'])
    .select(STAY_COLUMNS)
    .select(['residents.photos_hidden as photosHidden', 'letter_reads.seen_at as seenAt'])
    .where('families.host_id', '=', hostId);

export const listFamilyStates = (db: Db, hostId: string, yearMonth: YearMonth) =>
  familiesInMonth(db, hostId, yearMonth)
    .leftJoin('outbox', (join) =>
      join
        .onRef('outbox.id', '=', 'deliveries.outbox_id')
        .onRef('outbox.host_id', '=', 'deliveries.host_id'),
    )
    .select(['deliveries.state', 'deliveries.sent_at as sentAt', 'outbox.stopped'])
    .select(['outbox.next_attempt_at as mailDueAt', 'outbox.attempts as mailAttempts'])
    .select(['deliveries.last_error as lastError', 'outbox.fault'])
    .select('letter_reads.stamp')
    .orderBy('residents.name_kana')
    .orderBy('residents.id')
    .orderBy('families.name_kana')
    .orderBy('families.id')
    .execute();

export const listLineFamilies = (db: Db, hostId: string, yearMonth: YearMonth) =>
  byLine(db, hostId, yearMonth).execute();

/** Of mails; `fault` of the last failure. */
export const countDeliveries = (db: Db, hostId: string, yearMonth: YearMonth) =>
  withMail(db)
    .select(({ fn }) => ['deliveries.state', 'outbox.fault', fn.countAll<number>().as('count')])
    .where('deliveries.host_id', '=', hostId)
    .where('deliveries.year_month', '=', yearMonth)
    .where('deliveries.account', '=', '')
    .where((eb) => eb.or([eb('outbox.stopped', 'is', null), eb('outbox.stopped', '=', 0)]))
    .groupBy(['deliveries.state', 'outbox.fault'])
    .execute();

export const findLaterMails = (db: Db, hostId: string, yearMonth: YearMonth, now: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('outbox', (join) =>
      join
        .onRef('outbox.id', '=', 'deliveries.outbox_id')
        .onRef('outbox.host_id', '=', 'deliveries.host_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deliveries.host_id', '=', hostId)
    .where('deliveries.year_month', '=', yearMonth)
    .where('deliveries.state', '=', 'queued')
    .where('outbox.stopped', '=', 0)
    .where('outbox.next_attempt_at', '>', now)
    .where('outbox.attempts', '=', 0)
    .executeTakeFirstOrThrow();

/** A family's delivery of a month, and whether its mail is still in the outbox. */
export const findDelivery = (db: Db, hostId: string, familyId: string, yearMonth: YearMonth) =>
  withMail(db)
    .select(['deliveries.state', 'outbox.id as mailId', 'outbox.stopped'])
    .select(['outbox.next_attempt_at as mailDueAt', 'outbox.attempts as mailAttempts'])
    .where('deliveries.host_id', '=', hostId)
    .where('deliveries.family_id', '=', familyId)
    .where('deliveries.year_month', '=', yearMonth)
    .where('deliveries.account', '=', '')
    .executeTakeFirst();

/** Those of the families that have a delivery of that month. */
export async function listDeliveredTo(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  familyIds: readonly string[],
): Promise<Set<string>> {
  const rows = await listDelivered(db, familyIds, hostId, yearMonth);
  return new Set(rows.map(({ family_id }) => family_id));
}

const listDelivered = listPreparedFor((db, familyIds, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('deliveries')
    .select('family_id')
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonth)
    .where('account', '=', sql.lit(''))
    .where('family_id', 'in', orNone(familyIds)),
);

/** Whose letters a mail announces. */
export async function listFamiliesOfMail(
  db: Db,
  hostId: string,
  mailId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('family_id')
    .where('host_id', '=', hostId)
    .where('outbox_id', '=', mailId)
    .orderBy('family_id')
    .execute();
  return rows.map(({ family_id }) => family_id);
}

export async function listMailsOfResident(
  db: Db,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('families', (join) =>
      join
        .onRef('families.host_id', '=', 'deliveries.host_id')
        .onRef('families.id', '=', 'deliveries.family_id'),
    )
    .select('deliveries.outbox_id')
    .where('deliveries.host_id', '=', hostId)
    .where('families.resident_id', '=', residentId)
    .where('deliveries.year_month', '=', yearMonth)
    .where('deliveries.state', '!=', 'sent')
    .execute();
  return rows.flatMap(({ outbox_id }) => outbox_id ?? []);
}

/** Replaces a month's mail but keeps when one last arrived. */
export const renewDelivery = (
  db: Db,
  key: { host_id: string; family_id: string; year_month: YearMonth; mailbox: string | null },
  mailId: string,
  now: string,
) =>
  db
    .insertInto('deliveries')
    .values({ ...key, outbox_id: mailId, created_at: now, sent_at: null, last_error: null })
    .onConflict((conflict) =>
      conflict.columns(['host_id', 'family_id', 'year_month', 'account']).doUpdateSet({
        outbox_id: mailId,
        state: 'queued',
        last_error: null,
        mailbox: key.mailbox,
      }),
    )
    .execute();
