import type { Holdings } from '#domains/letter/month-contents.ts';
import { goesOut, holdingsOf } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import type { NewMail } from '#domains/mail/mail.ts';
import { queueMail, queueMails } from '#domains/mail/outbox.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import { listAddresseesByEmail, listAddresseesById, listSharedEmails } from './addressees.ts';
import { insertDeliveries } from './deliveries.ts';
import type { Paper } from './delivery-mail.ts';
import { composeLetters, readPaper } from './delivery-mail.ts';
import { inOneMail } from './joint-words.ts';
import type { Sending } from './trial-letters.ts';
import { listDeliveredTo } from './mail-state-rows.ts';
import { queueLine } from './line-letters.ts';
import { listSharing } from './line-rows.ts';
import { goesByLine, whyNoMail } from './reasons.ts';
import { planLetter } from './trial-letters.ts';

/** A letter that goes by mail. */
interface ReadyLetter {
  row: AddresseeRow;
  holds: Holdings;
}

/** What these families' letters of that month hold, and why some get no mail. */
export async function readLetters(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  rows: readonly AddresseeRow[],
) {
  const residents = rows.map(({ residentId }) => residentId);
  const contents = await readMonthContents(db, hostId, yearMonth, residents);
  return rows.map((row) => {
    const family = { ...row, photosHidden: isOn(row.photosHidden) };
    const goes = goesOut(family, contents);
    const reason = whyNoMail(family, contents, goes);
    return { row, goes, reason, holds: holdingsOf(family, contents) };
  });
}

/** Which of these families get a mail about that month, and what their letters hold. */
export const readReadyLetters = async (
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  rows: readonly AddresseeRow[],
): Promise<ReadyLetter[]> =>
  (await readLetters(tx.db, hostId, yearMonth, rows)).filter(({ reason }) => reason === null);

/** What one family's letter of that month holds. */
export async function readHoldings(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  row: AddresseeRow,
): Promise<Holdings> {
  const contents = await readMonthContents(tx.db, hostId, yearMonth, [row.residentId]);
  return holdingsOf({ ...row, photosHidden: isOn(row.photosHidden) }, contents);
}

/** A family by mail whose letter holds nothing, or nothing of a resident who is away. */
export interface WithoutLetter {
  row: AddresseeRow;
  reason: 'noLetter' | 'away';
}

/**
 * Queues the mails, and messages by LINE, of families that get one and have none yet.
 * @param primary whose addresses and LINE accounts get theirs now; none for mails alone. @returns families without a letter
 */
export async function deliverTo(
  tx: Tx,
  sending: Sending,
  yearMonth: YearMonth,
  families: readonly AddresseeRow[],
  primary: readonly AddresseeRow[] = families,
): Promise<WithoutLetter[]> {
  const { hostId } = sending;
  const read = await readLetters(tx.db, hostId, yearMonth, families);
  const byLine = read.filter(({ row, reason }) => goesByLine(row, reason));
  await queueLine(tx, hostId, yearMonth, byLine, new Set(primary.map(({ id }) => id)));
  // Who shares an account only is here for the message; the mail goes with its own turn.
  const addresses = new Set((primary.length > 0 ? primary : families).map(({ email }) => email));
  const ready = read.filter(({ row, reason }) => reason === null && addresses.has(row.email));
  const ids = ready.map(({ row }) => row.id);
  const delivered = await listDeliveredTo(tx.db, hostId, yearMonth, ids);
  const mails = inOneMail(ready.filter(({ row }) => !delivered.has(row.id)));
  await queueAll(tx, sending, yearMonth, mails);
  return read.flatMap(({ row, reason }) => {
    const isLacking = reason === 'noLetter' || (reason === 'away' && isByMail(row));
    return isLacking ? [{ row, reason }] : [];
  });
}

/** One mail to a mailbox, however many letters it brings. */
async function queueAll(
  tx: Tx,
  sending: Sending,
  yearMonth: YearMonth,
  mails: readonly ReadyLetter[][],
): Promise<void> {
  const { hostId } = sending;
  const created_at = tx.clock.now().toISOString();
  const planned: { letters: ReadyLetter[]; mailId: string; at: Date; mailbox: string | null }[] =
    [];
  for (const letters of mails) {
    const plan = await planLetter(tx, sending, letters[0]?.row.email ?? '');
    if (plan !== null) planned.push({ letters, mailId: newId(), ...plan });
  }
  const fresh = await insertDeliveries(
    tx.db,
    planned.flatMap(({ letters, mailId, mailbox }) =>
      letters.map(({ row }) => {
        const key = { host_id: hostId, family_id: row.id, year_month: yearMonth };
        return { ...key, outbox_id: mailId, created_at, mailbox };
      }),
    ),
  );
  const paper = await readPaper(tx.db, hostId);
  const toSend = planned.flatMap(({ letters, mailId, at }) => {
    const own = letters.filter(({ row }) => fresh.has(row.id));
    return own.length === 0
      ? []
      : letterMail(tx, { hostId, paper, yearMonth, letters: own, mailId, at });
  });
  await queueMails(tx, toSend);
}

const isByMail = ({ delivery, email }: AddresseeRow): boolean =>
  delivery === 'line' || (delivery === 'email' && Boolean(email));

/** With the other families of the same relatives, who get one mail for all. */
export async function withRelatives(
  tx: Tx,
  hostId: string,
  families: readonly AddresseeRow[],
  dueAt: string,
): Promise<AddresseeRow[]> {
  const byLine = families.filter(({ delivery }) => delivery === 'line').map(({ id }) => id);
  const sharing = byLine.length === 0 ? [] : await listSharing(tx.db, hostId, byLine);
  const others = sharing.length === 0 ? [] : await listAddresseesById(tx.db, hostId, sharing);
  const before = [...families, ...others.filter((row) => row.created_at <= dueAt)];
  const emails = before.flatMap(({ email, delivery, alsoByMail }) =>
    email && (delivery === 'email' || (delivery === 'line' && isOn(alsoByMail))) ? [email] : [],
  );
  const shared = await listSharedEmails(tx.db, [...new Set(emails)], hostId);
  const several = shared.flatMap(({ email }) => email ?? []);
  const all =
    several.length === 0 ? [] : await listAddresseesByEmail(tx.db, several, hostId, dueAt);
  return [...new Map([...before, ...all].map((row) => [row.id, row])).values()];
}

interface LetterMail {
  hostId: string;
  /** Read once for many mails. */
  paper: Paper;
  yearMonth: YearMonth;
  /** To one address. */
  letters: readonly ReadyLetter[];
  mailId: string;
  at: Date;
}

const letterMail = (
  { env, line }: Pick<Tx, 'env' | 'line'>,
  { hostId, paper, yearMonth, letters, mailId, at }: LetterMail,
): NewMail => ({
  id: mailId,
  kind: 'delivery',
  hostId,
  notBefore: at,
  to: letters[0]?.row.email ?? '',
  ...composeLetters(paper, { env, line }, yearMonth, letters),
});

/** Inserts one mail into the outbox. */
export const queueLetters = (tx: Tx, mail: LetterMail): Promise<void> =>
  queueMail(tx, letterMail(tx, mail));
