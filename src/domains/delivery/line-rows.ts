import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { withMail } from './mail-state-rows.ts';

/** Which accounts get which families' letters. */
export const listJoins = (db: Db, hostId: string, familyIds: readonly string[]) =>
  db
    .selectFrom('line_accounts')
    .select(['family_id as familyId', 'account'])
    .where('host_id', '=', hostId)
    .where('family_id', 'in', orNone(familyIds))
    .orderBy('account')
    .orderBy('family_id')
    .execute();

/** Families by LINE that share an account with one of these. */
export async function listSharing(
  db: Db,
  hostId: string,
  familyIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('line_accounts as own')
    .innerJoin('line_accounts as other', (join) =>
      join.onRef('other.account', '=', 'own.account').onRef('other.host_id', '=', 'own.host_id'),
    )
    .select('other.family_id')
    .distinct()
    .where('own.host_id', '=', hostId)
    .where('own.family_id', 'in', orNone(familyIds))
    .execute();
  return rows.map(({ family_id }) => family_id).filter((id) => !familyIds.includes(id));
}

/** A month's messages to these families' accounts. */
export const listLineDeliveries = (
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  familyIds: readonly string[],
) =>
  withMail(db)
    .select(['deliveries.family_id as familyId', 'deliveries.account', 'deliveries.state'])
    .select(['deliveries.outbox_id as mailId', 'deliveries.last_error as lastError'])
    .select('outbox.stopped')
    .where('deliveries.host_id', '=', hostId)
    .where('deliveries.year_month', '=', yearMonth)
    .where('deliveries.family_id', 'in', orNone(familyIds))
    .where('deliveries.account', '<>', '')
    .execute();

interface LineDelivery {
  host_id: string;
  family_id: string;
  year_month: YearMonth;
  account: string;
  outbox_id: string;
  created_at: string;
}

export const upsertLineDelivery = (db: Db, row: LineDelivery) =>
  db
    .insertInto('deliveries')
    .values({ ...row, mailbox: null, sent_at: null, last_error: null })
    .onConflict((conflict) =>
      conflict
        .columns(['host_id', 'family_id', 'year_month', 'account'])
        .doUpdateSet({ outbox_id: row.outbox_id, state: 'queued', last_error: null }),
    )
    .execute();

/** Deliveries of accounts that have ended, from that month on. */
export const listOfAccounts = (
  db: Db,
  hostId: string,
  familyId: string,
  accounts: readonly string[],
  from: YearMonth,
) =>
  withMail(db)
    .select(['deliveries.account', 'deliveries.year_month as yearMonth', 'deliveries.state'])
    .select(['deliveries.outbox_id as mailId', 'deliveries.sent_at as sentAt'])
    .select(['outbox.attempts', 'outbox.failures', 'outbox.next_attempt_at as nextAttemptAt'])
    .select('outbox.stopped')
    .where('deliveries.host_id', '=', hostId)
    .where('deliveries.family_id', '=', familyId)
    .where('deliveries.account', 'in', orNone(accounts))
    .where('deliveries.year_month', '>=', from)
    .execute();

/** It was accepted, but not shown to anybody, or never sent. */
export const updateLost = (
  db: Db,
  key: { hostId: string; familyId: string; yearMonth: YearMonth; account: string },
  reason: string,
) =>
  db
    .updateTable('deliveries')
    .set({ state: 'failed', outbox_id: null, last_error: reason })
    .where('host_id', '=', key.hostId)
    .where('family_id', '=', key.familyId)
    .where('year_month', '=', key.yearMonth)
    .where('account', '=', key.account)
    .execute();

/** Whose letters a message announces, and of which month. */
export const listLost = (db: Db, hostId: string, mailId: string) =>
  db
    .selectFrom('deliveries')
    .select(['family_id as familyId', 'year_month as yearMonth'])
    .where('host_id', '=', hostId)
    .where('outbox_id', '=', mailId)
    .execute();
