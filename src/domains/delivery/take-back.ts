import { goesOut } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import type { EndedAccounts } from '#domains/line/fall-back.ts';
import { LINE_BLOCKED, LINE_UNCERTAIN } from '#domains/line/line-carrier.ts';
import { holds } from '#domains/mail/kept-words.ts';
import { withdrawLetters } from '#domains/mail/outbox.ts';
import { deleteDeliveriesOfMails } from '#domains/people/family-rows.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { daysBefore } from '#lib/durations.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';
import type { Tx } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import { listAddresseesById, listAddresseesOf } from './addressees.ts';
import {
  isBeingSent,
  listAnnounced,
  listDeliveriesTo,
  readProgress,
  updateLost,
} from './deliveries.ts';
import { deliverTo } from './queue.ts';
import { whyKeptBack } from './reasons.ts';
import { separateLetters, separateLettersOf } from './separate-letters.ts';
import { readSending } from './trial-letters.ts';

/**
 * Stops the letters in the outbox that a resident's state keeps back, and releases those that it no
 * longer does. After a day a waiting one is dropped, since it would come as a surprise; it can be
 * sent by hand.
 */
export async function settleQueuedMails(tx: Tx, hostId: string, residentId: string): Promise<void> {
  const [resident] = await listAddresseesOf(tx.db, hostId, residentId);
  if (!resident) return;
  const dayAgo = daysBefore(tx.clock.now(), 1);
  for (const one of await listUnsent(tx.db, hostId, residentId)) {
    const stopped = await isKeptBack(tx, hostId, resident, one.yearMonth);
    if (stopped === isOn(one.stopped)) continue;
    if (stopped) await separateLettersOf(tx, hostId, residentId);
    if (!stopped && one.state === 'queued' && one.created_at < dayAgo) {
      await deleteUnsent(tx.db, hostId, one.id, one.yearMonth);
    } else {
      await updateStopped(tx.db, hostId, one.id, stopped);
    }
  }
}

/** @param yearMonth null for a test mail, which names no month of its own */
async function isKeptBack(
  tx: Tx,
  hostId: string,
  resident: AddresseeRow,
  yearMonth: YearMonth | null,
): Promise<boolean> {
  if (yearMonth === null) return resident.lettersEnd !== null;
  const contents = await readMonthContents(tx.db, hostId, yearMonth, [resident.residentId]);
  return whyKeptBack(resident, yearMonth, goesOut(resident, contents)) !== null;
}

/** Removes what announces a last letter that is taken back: nobody may get one by mistake. */
export async function withdrawLastLetter(
  tx: Tx,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<void> {
  for (const one of await listUnsent(tx.db, hostId, residentId)) {
    if (one.yearMonth === yearMonth) await deleteUnsent(tx.db, hostId, one.id, yearMonth);
  }
}

/** Takes a month's letters to a resident's families out of the outbox: none was delivered then. */
export async function withdrawLettersOf(
  tx: Tx,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<void> {
  await separateLettersOf(tx, hostId, residentId);
  const unsent = await listUnsent(tx.db, hostId, residentId);
  const ids = unsent.flatMap((one) => (one.yearMonth === yearMonth ? [one.id] : []));
  if (ids.length === 0) return;
  await deleteDeliveriesOfMails(tx.db, hostId, await withdrawLetters(tx, hostId, ids));
}

/** Sends a last letter whose 1st has passed, once to each of the resident's families. */
export async function sendLastLetter(
  tx: Tx,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<void> {
  await deliverNow(tx, hostId, yearMonth, await listAddresseesOf(tx.db, hostId, residentId));
}

async function deliverNow(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  families: readonly AddresseeRow[],
): Promise<void> {
  const sending = await readSending(tx.db, hostId);
  if (sending.mailEnabled) await deliverTo(tx, sending, yearMonth, families);
}

/** A message that its channel did not take: its families get the letter another way. */
export async function fallBackFrom(
  tx: Tx,
  { hostId, messageId }: { hostId: string; messageId: string },
): Promise<void> {
  const rows = await listAnnounced(tx.db, hostId, messageId);
  for (const [yearMonth, some] of Map.groupBy(rows, (row) => row.yearMonth)) {
    const ids = some.map(({ familyId }) => familyId);
    await sendOtherwise(tx, hostId, yearMonth, ids);
  }
}

/**
 * Accounts that have ended: messages that wait for them are taken back, and those that came after
 * the block were shown to nobody, whatever LINE has answered (domain.md#letters-by-line).
 */
export async function leaveAccounts(tx: Tx, ended: EndedAccounts): Promise<void> {
  const { hostId, familyId, accounts, blockedAt } = ended;
  const now = tx.clock.now();
  const months = new Set<YearMonth>();
  const rows = await listDeliveriesTo(tx.db, hostId, familyId, accounts, monthToDeliver(now));
  for (const row of rows) {
    const { state, messageId } = row;
    if (state === 'sent') {
      if (blockedAt === null || (row.sentAt ?? '') < blockedAt) continue;
    } else if (state === 'queued' && messageId !== null) {
      // A state of life keeps it back, or its sender finds that the account has ended.
      if (isBeingSent(row, now) || isOn(row.stopped)) continue;
      await separateLetters(tx, hostId, [familyId]);
      await withdrawLetters(tx, hostId, [messageId]);
    } else continue;
    await updateLost(tx.db, hostId, row, LINE_BLOCKED);
    months.add(row.yearMonth);
  }
  for (const yearMonth of months) await sendOtherwise(tx, hostId, yearMonth, [familyId]);
}

/**
 * By mail, if that is the family's way without LINE; else it is in the list of letters to hand
 * over. Not where another account has it, nor where it may have arrived: a person decides then.
 */
async function sendOtherwise(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  familyIds: readonly string[],
): Promise<void> {
  await noteRefused(tx.db, hostId, yearMonth, familyIds, tx.clock.now().toISOString());
  const progress = await readProgress(tx, hostId, yearMonth, familyIds);
  const lost = familyIds.filter((id) =>
    (progress.get(id)?.line?.deliveries ?? []).every(
      ({ state, lastError }) => state === 'failed' && lastError !== LINE_UNCERTAIN,
    ),
  );
  const families = await listAddresseesById(tx.db, hostId, lost);
  const otherwise = families.map((row) => ({ ...row, delivery: row.registered, isLost: true }));
  await deliverNow(tx, hostId, yearMonth, otherwise);
}

/** To accounts that are gone: as mails that came back from no such address. */
const noteRefused = (
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  familyIds: readonly string[],
  now: string,
) =>
  db
    .updateTable('deliveries')
    .set({ returned: 'hard', returned_at: now })
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .where('family_id', 'in', orNone(familyIds))
    .where('account', '<>', '')
    .where((eb) => eb.and({ state: 'failed', last_error: LINE_BLOCKED, returned: null }))
    .execute();

/** Letters and test letters of a resident's families that have not been sent. */
const listUnsent = (db: Db, hostId: string, residentId: string) =>
  db
    .selectFrom('outbox')
    .leftJoin('deliveries', ofOneHost('deliveries.outbox_id', 'outbox.id'))
    .select(['outbox.id', 'outbox.state', 'outbox.stopped', 'outbox.created_at'])
    .select('deliveries.year_month as yearMonth')
    .where('outbox.host_id', '=', hostId)
    .where('outbox.state', '!=', 'sent')
    .where((eb) => {
      const families = eb
        .selectFrom('families')
        .select('families.id')
        .where((eb) => eb.and({ 'families.host_id': hostId, 'families.resident_id': residentId }));
      const token = eb
        .selectFrom('residents')
        .select('residents.token')
        .where((eb) => eb.and({ 'residents.host_id': hostId, 'residents.id': residentId }));
      // A test letter has no delivery; it is found by its link.
      return eb.or([eb('deliveries.family_id', 'in', families), holds(token)]);
    })
    .execute();

const updateStopped = (db: Db, hostId: string, id: string, stopped: boolean) =>
  db
    .updateTable('outbox')
    .set({ stopped: toFlag(stopped) })
    .where((eb) => eb.and({ host_id: hostId, id }))
    .execute();

/** A letter whose mail never went was not delivered; an earlier mail of it was. */
async function deleteUnsent(
  db: Db,
  hostId: string,
  id: string,
  yearMonth: YearMonth | null,
): Promise<void> {
  await db.deleteFrom('outbox').where('host_id', '=', hostId).where('id', '=', id).execute();
  if (yearMonth === null) return;
  await db
    .deleteFrom('deliveries')
    .where((eb) => eb.and({ host_id: hostId, outbox_id: id, sent_at: null }))
    .execute();
  await db
    .updateTable('deliveries')
    .set({ state: 'sent', outbox_id: null, last_error: null })
    .where((eb) => eb.and({ host_id: hostId, outbox_id: id }))
    .execute();
}
