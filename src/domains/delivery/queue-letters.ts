import type { Holdings } from '#domains/letter/month-contents.ts';
import { goesOut, holdingsOf } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import type { Paper } from './delivery-mail.ts';
import { composeLetters, readPaper } from './delivery-mail.ts';
import { inOneMail } from './joint-words.ts';
import type { Sending } from './limit-trial-letters.ts';
import { planLetter } from './limit-trial-letters.ts';
import { listDeliveredTo } from './mail-state-rows.ts';
import { whyNoMail } from './mail-states.ts';
import type { AddresseeRow } from './run-rows.ts';
import { insertDelivery, listAddresseesByEmail } from './run-rows.ts';

/** A letter that goes by mail. */
interface ReadyLetter {
  row: AddresseeRow;
  holds: Holdings;
}

/** What these families' letters of that month hold, and why some get no mail. */
async function readLetters(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  rows: readonly AddresseeRow[],
) {
  const residents = rows.map(({ residentId }) => residentId);
  const contents = await readMonthContents(tx.db, hostId, yearMonth, residents);
  return rows.map((row) => {
    const family = { ...row, photosHidden: row.photosHidden === 1 };
    const reason = whyNoMail(family, contents, goesOut(family, contents));
    return { row, reason, holds: holdingsOf(family, contents) };
  });
}

/** Which of these families get a mail about that month, and what their letters hold. */
export const readReadyLetters = async (
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  rows: readonly AddresseeRow[],
): Promise<ReadyLetter[]> =>
  (await readLetters(tx, hostId, yearMonth, rows)).filter(({ reason }) => reason === null);

/** A family by mail whose letter holds nothing, or nothing of a resident who is away. */
export interface WithoutLetter {
  row: AddresseeRow;
  reason: 'noLetter' | 'away';
}

/** Queues the mails of families that get one and have none yet. @returns those without a letter */
export async function deliverTo(
  tx: Tx,
  sending: Sending,
  yearMonth: YearMonth,
  families: readonly AddresseeRow[],
): Promise<WithoutLetter[]> {
  const { hostId } = sending;
  const read = await readLetters(tx, hostId, yearMonth, families);
  const ready = read.filter(({ reason }) => reason === null);
  const ids = ready.map(({ row }) => row.id);
  const delivered = await listDeliveredTo(tx.db, hostId, yearMonth, ids);
  const mail = { hostId, yearMonth, paper: await readPaper(tx.db, hostId) };
  for (const letters of inOneMail(ready.filter(({ row }) => !delivered.has(row.id)))) {
    // One mail to a mailbox, however many letters it brings.
    const planned = await planLetter(tx, sending, letters[0]?.row.email ?? '');
    if (planned === null) continue;
    const { at, mailbox } = planned;
    const mailId = newId();
    const created_at = tx.clock.now().toISOString();
    const fresh: ReadyLetter[] = [];
    for (const letter of letters) {
      const key = { host_id: hostId, family_id: letter.row.id, year_month: yearMonth };
      const delivery = { ...key, outbox_id: mailId, created_at, mailbox };
      if (await insertDelivery(tx.db, delivery)) fresh.push(letter);
    }
    if (fresh.length > 0) await queueLetters(tx, { ...mail, letters: fresh, mailId, at });
  }
  return read.flatMap(({ row, reason }) => {
    const isLacking = reason === 'noLetter' || (reason === 'away' && isByMail(row));
    return isLacking ? [{ row, reason }] : [];
  });
}

const isByMail = ({ delivery, email }: AddresseeRow): boolean =>
  delivery === 'email' && Boolean(email);

/** With the other families of the same relatives, who get one mail for all. */
export async function withRelatives(
  tx: Tx,
  hostId: string,
  families: readonly AddresseeRow[],
  dueAt: string,
): Promise<AddresseeRow[]> {
  const emails = families.flatMap(({ email, delivery }) =>
    delivery === 'email' && email ? [email] : [],
  );
  const all = await listAddresseesByEmail(tx.db, hostId, [...new Set(emails)], dueAt);
  return [...new Map([...families, ...all].map((row) => [row.id, row])).values()];
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

/** Inserts one mail into the outbox. */
export async function queueLetters(
  tx: Tx,
  { hostId, paper, yearMonth, letters, mailId, at }: LetterMail,
): Promise<void> {
  await queueMail(tx, {
    id: mailId,
    kind: 'delivery',
    hostId,
    notBefore: at,
    to: letters[0]?.row.email ?? '',
    ...composeLetters(paper, tx.env.PUBLIC_URL, yearMonth, letters),
  });
}
