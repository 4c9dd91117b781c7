import { readSendsUntil } from '#domains/facility/hosts.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { goesOut } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import { holds } from '#domains/mail/kept-words.ts';
import { withdrawLetters } from '#domains/mail/outbox.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { DAY_MS } from '#lib/durations.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import type { Tx } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import { listAddresseesOf } from './addressees.ts';
import { deleteDeliveriesOf } from './deliveries.ts';
import { separateLettersOf } from './joint-mails.ts';
import { listMailsOfResident } from './mail-state-rows.ts';
import { whyKeptBack } from './reasons.ts';
import { deliverTo } from './queue-letters.ts';

/**
 * Stops the letters in the outbox that a resident's state keeps back, and releases those that it no
 * longer does. After a day a waiting one is dropped, since it would come as a surprise; it can be
 * sent by hand.
 */
export async function settleQueuedMails(tx: Tx, hostId: string, residentId: string): Promise<void> {
  const [resident] = await listAddresseesOf(tx.db, hostId, residentId);
  if (!resident) return;
  const dayAgo = new Date(tx.clock.now().getTime() - DAY_MS).toISOString();
  for (const mail of await listUnsentLetters(tx.db, hostId, residentId)) {
    const stopped = await isKeptBack(tx, hostId, resident, mail.yearMonth);
    if (stopped === isOn(mail.stopped)) continue;
    if (stopped) await separateLettersOf(tx, hostId, residentId);
    if (!stopped && mail.state === 'queued' && mail.created_at < dayAgo) {
      await deleteUnsentLetter(tx.db, hostId, mail.id, mail.yearMonth);
    } else {
      await updateStopped(tx.db, hostId, mail.id, stopped);
    }
  }
}

/** @param yearMonth null for a test mail, which names no month of its own */
async function isKeptBack(
  tx: Tx,
  hostId: string,
  row: AddresseeRow,
  yearMonth: YearMonth | null,
): Promise<boolean> {
  if (yearMonth === null) return row.lettersEnd !== null;
  const contents = await readMonthContents(tx.db, hostId, yearMonth, [row.residentId]);
  const resident = { ...row, photosHidden: isOn(row.photosHidden) };
  return whyKeptBack(resident, yearMonth, goesOut(resident, contents)) !== null;
}

/** Removes the unsent mails of a last letter that is taken back: nobody may get one by mistake. */
export async function withdrawLastLetter(
  tx: Tx,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<void> {
  const mails = await listUnsentLetters(tx.db, hostId, residentId);
  for (const mail of mails) {
    if (mail.yearMonth === yearMonth) {
      await deleteUnsentLetter(tx.db, hostId, mail.id, yearMonth);
    }
  }
}

/** Takes a month's mails to a resident's families out of the outbox: none was delivered then. */
export async function withdrawLettersOf(
  tx: Tx,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<void> {
  await separateLettersOf(tx, hostId, residentId);
  const mails = await listMailsOfResident(tx.db, hostId, residentId, yearMonth);
  if (mails.length === 0) return;
  await deleteDeliveriesOf(tx.db, hostId, await withdrawLetters(tx, hostId, mails));
}

/** Mails a last letter whose 1st has passed, once to each of the resident's families. */
export async function sendLastLetter(
  tx: Tx,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<void> {
  const { mailEnabled, hour } = await readDeliverySettings(tx, hostId);
  if (!mailEnabled) return;
  const families = await listAddresseesOf(tx.db, hostId, residentId);
  const sending = { hostId, trialEndsAt: await readSendsUntil(tx.db, hostId), hour };
  await deliverTo(tx, sending, yearMonth, families);
}

/** Letters and test letters of a resident's families that have not been sent. */
const listUnsentLetters = (db: Db, hostId: string, residentId: string) =>
  db
    .selectFrom('outbox')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.outbox_id', '=', 'outbox.id')
        .onRef('deliveries.host_id', '=', 'outbox.host_id'),
    )
    .select(['outbox.id', 'outbox.state', 'outbox.stopped', 'outbox.created_at'])
    .select('deliveries.year_month as yearMonth')
    .where('outbox.host_id', '=', hostId)
    .where('outbox.state', '!=', 'sent')
    .where((eb) => {
      const families = eb
        .selectFrom('families')
        .select('families.id')
        .where('families.host_id', '=', hostId)
        .where('families.resident_id', '=', residentId);
      const token = eb
        .selectFrom('residents')
        .select('residents.token')
        .where('residents.host_id', '=', hostId)
        .where('residents.id', '=', residentId);
      // A test letter has no delivery; it is found by its link.
      return eb.or([eb('deliveries.family_id', 'in', families), holds(token)]);
    })
    .execute();

const updateStopped = (db: Db, hostId: string, id: string, stopped: boolean) =>
  db
    .updateTable('outbox')
    .set({ stopped: toFlag(stopped) })
    .where('host_id', '=', hostId)
    .where('id', '=', id)
    .execute();

/** A letter whose mail never went was not delivered; an earlier mail of it was. */
async function deleteUnsentLetter(
  db: Db,
  hostId: string,
  id: string,
  yearMonth: YearMonth | null,
): Promise<void> {
  await db.deleteFrom('outbox').where('host_id', '=', hostId).where('id', '=', id).execute();
  if (yearMonth === null) return;
  await db
    .deleteFrom('deliveries')
    .where('host_id', '=', hostId)
    .where('outbox_id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
  await db
    .updateTable('deliveries')
    .set({ state: 'sent', outbox_id: null, last_error: null })
    .where('host_id', '=', hostId)
    .where('outbox_id', '=', id)
    .execute();
}
