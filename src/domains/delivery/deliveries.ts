import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Fault, ReturnKind } from '#db/schema/operations.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import type { SentBy } from './reasons.ts';
import { FAULT_OF_RETURN } from './returned/returned-words.ts';

/** A family has one delivery of a month by mail, without an account, and one for each LINE account. */
const wayOf = ({ account }: { account: string }): SentBy => (account === '' ? 'email' : 'line');

/** With the mail or message that is still in the outbox. */
const deliveries = (db: Db, hostId: string) =>
  db
    .selectFrom('deliveries')
    .leftJoin('outbox', ofOneHost('outbox.id', 'deliveries.outbox_id'))
    .select(['deliveries.family_id as familyId', 'deliveries.account', 'deliveries.state'])
    .select(['deliveries.year_month as yearMonth', 'deliveries.sent_at as sentAt'])
    .select(['deliveries.last_error as lastError', 'outbox.fault', 'outbox.stopped'])
    .select(['outbox.id as messageId', 'outbox.attempts', 'outbox.failures'])
    .select(['outbox.next_attempt_at as nextAttemptAt', 'deliveries.returned'])
    .select('deliveries.returned_at as returnedAt')
    .where('deliveries.host_id', '=', hostId);

/** @param familyIds of all by default */
const listOfMonth = (db: Db, hostId: string, yearMonth: YearMonth, familyIds?: readonly string[]) =>
  deliveries(db, hostId)
    .where('deliveries.year_month', '=', yearMonth)
    .$if(familyIds !== undefined, (query) =>
      query.where('deliveries.family_id', 'in', orNone(familyIds ?? [])),
    )
    .execute();

type Delivery = Awaited<ReturnType<typeof listOfMonth>>[number];

/** How a month's letter goes to a family by one way. */
export interface Progress {
  /** It is enough if one account has it. `stopped`: a state of life keeps all of it back. */
  state: Delivery['state'] | 'stopped';
  isUnderWay: boolean;
  sentAt: string | null;
  trouble: string | null;
  /** Whose fault a mail's failure is. */
  fault: Fault | null;
  /** How the mail came back after it was accepted. */
  returned: ReturnKind | null;
  /** When it is sent, if on a later day. */
  until: string | null;
  deliveries: readonly Delivery[];
}

export type ProgressByWay = Partial<Record<SentBy, Progress>>;

/** By family, of those to whom something goes or went. @param familyIds of all by default */
export async function readProgress(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  yearMonth: YearMonth,
  familyIds?: readonly string[],
): Promise<Map<string, ProgressByWay>> {
  const now = clock.now();
  const rows = await listOfMonth(db, hostId, yearMonth, familyIds);
  const byFamily = new Map<string, ProgressByWay>();
  for (const [familyId, own] of Map.groupBy(rows, (row) => row.familyId)) {
    const ways = [...Map.groupBy(own, wayOf)].map(([way, some]) => [way, progressOf(some, now)]);
    byFamily.set(familyId, Object.fromEntries(ways) as ProgressByWay);
  }
  return byFamily;
}

/** The same for one family. */
export const readProgressOf = async (
  rt: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  yearMonth: YearMonth,
  familyId: string,
): Promise<ProgressByWay> =>
  (await readProgress(rt, hostId, yearMonth, [familyId])).get(familyId) ?? {};

const STATES = ['sent', 'queued', 'failed'] as const;

/** @param all of one family and way, at least one */
function progressOf(all: readonly Delivery[], now: Date): Progress {
  const going = all.filter(({ stopped }) => !isOn(stopped));
  const rows = going.length > 0 ? going : all;
  const texts = (of: (row: Delivery) => string | null) =>
    rows.flatMap((row) => of(row) ?? []).sort();
  const [first] = rows;
  const returned = first?.returned ?? null;
  const fault = returned === null ? (first?.fault ?? null) : FAULT_OF_RETURN[returned];
  return {
    state: STATES.find((one) => going.some(({ state }) => state === one)) ?? 'stopped',
    isUnderWay: going.some(({ state, messageId }) => state === 'queued' && messageId !== null),
    sentAt: texts(({ sentAt }) => sentAt).at(0) ?? null,
    trouble: texts(({ lastError }) => lastError).at(-1) ?? null,
    fault: first && wayOf(first) === 'email' ? fault : null,
    returned,
    until: first && isLater(first, now) ? first.nextAttemptAt : null,
    deliveries: all,
  };
}

/** It was never tried, and waits for its day. */
const isLater = ({ attempts, nextAttemptAt }: Delivery, now: Date): boolean =>
  attempts === 0 && (nextAttemptAt ?? '') > now.toISOString();

interface Attempts {
  attempts: number | null;
  failures: number | null;
  nextAttemptAt: string | null;
}

/** At this moment: it has begun, and its lease lasts. */
export const isBeingSent = ({ attempts, failures, nextAttemptAt }: Attempts, now: Date): boolean =>
  (attempts ?? 0) > (failures ?? 0) && (nextAttemptAt ?? '') > now.toISOString();

/** To these accounts, from that month on. */
export const listDeliveriesTo = (
  db: Db,
  hostId: string,
  familyId: string,
  accounts: readonly string[],
  from: YearMonth,
) =>
  deliveries(db, hostId)
    .where('deliveries.family_id', '=', familyId)
    .where('deliveries.account', 'in', orNone(accounts))
    .where('deliveries.year_month', '>=', from)
    .execute();

interface Recipient {
  family_id: string;
  account: string;
}

/** What tells deliveries of a month apart. */
export const keyOf = ({ family_id, account }: Recipient): string => `${family_id} ${account}`;

/** @returns the keys of those that these families have of a month */
export async function listDelivered(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  familyIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['family_id', 'account'])
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .where('family_id', 'in', orNone(familyIds))
    .execute();
  return new Set(rows.map(keyOf));
}

export type DeliveryRow = Insertable<Database['deliveries']>;

/** @returns the keys of those that were none yet: the unique key prevents duplicates */
export async function insertDeliveries(
  db: Db,
  rows: readonly DeliveryRow[],
): Promise<ReadonlySet<string>> {
  const inserted = await db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['family_id', 'account'])
    .execute();
  return new Set(inserted.map(keyOf));
}

/** Replaces a month's mail or message but keeps when one last arrived. */
export const renewDelivery = (db: Db, row: DeliveryRow) =>
  db
    .insertInto('deliveries')
    .values({ ...row, sent_at: null, last_error: null })
    .onConflict((conflict) =>
      conflict.columns(['host_id', 'family_id', 'year_month', 'account']).doUpdateSet({
        outbox_id: row.outbox_id,
        state: 'queued',
        last_error: null,
        mailbox: row.mailbox,
        returned: null,
        returned_at: null,
      }),
    )
    .execute();

/** Whose letters a mail or message announces, and of which month. */
export const listAnnounced = (db: Db, hostId: string, messageId: string) =>
  db
    .selectFrom('deliveries')
    .select(['family_id as familyId', 'year_month as yearMonth'])
    .where((eb) => eb.and({ host_id: hostId, outbox_id: messageId }))
    .orderBy('family_id')
    .execute();

/** What was accepted but not shown to anybody, or never sent. */
export const updateLost = (
  db: Db,
  hostId: string,
  { familyId, yearMonth, account }: Pick<Delivery, 'familyId' | 'yearMonth' | 'account'>,
  reason: string,
) =>
  db
    .updateTable('deliveries')
    .set({ state: 'failed', outbox_id: null, last_error: reason })
    .where((eb) => eb.and({ host_id: hostId, family_id: familyId, year_month: yearMonth, account }))
    .execute();

/** @param to null for a mail that failed */
export const moveDeliveries = (
  db: Db,
  hostId: string,
  from: string,
  familyIds: readonly string[],
  to: string | null,
) =>
  db
    .updateTable('deliveries')
    .set({ outbox_id: to })
    .where((eb) => eb.and({ host_id: hostId, outbox_id: from }))
    .where('family_id', 'in', orNone(familyIds))
    .execute();
