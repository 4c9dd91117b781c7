import type { ParkedKind, ReturnKind } from '#db/schema/operations.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { updateGoneMails, updateSentMails } from '#domains/mail/outbox.ts';
import { parkAddress } from '#domains/people/parked.ts';
import { withdraw } from '#domains/people/renew-links.ts';
import { addMonths } from '#lib/calendar.ts';
import { mailboxOf } from '#lib/mail-address.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { listAddresseesById } from '#domains/delivery/addressees.ts';
import { separateLetters } from '#domains/delivery/separate-letters.ts';
import {
  areTooManyHard,
  cameBackAlso,
  findMail,
  noteReturned,
  updateReturned,
} from './returned-rows.ts';
import { returnedWords } from './returned-words.ts';
import { sendReturnedAgain } from './send-again.ts';

/** A mail that came back, as its report says. */
export interface Returned {
  /** Of the outbox. */
  mailId: string;
  kind: Exclude<ReturnKind, 'forwarded'>;
  enhanced: string | null;
  /** The server's own: one line, at most 300 characters, addresses removed. */
  sentence: string;
  /** Whom the report names; empty where it names nobody. */
  recipients: readonly string[];
  /** Instant. */
  at: string;
}

/**
 * What follows from a mail that came back (domain.md#what-came-back), in one transaction.
 * @returns `known` when it was told already, `unknown` when no such letter was mailed
 */
export const takeReturned = (
  rt: Runtime,
  returned: Returned,
): Promise<'taken' | 'known' | 'unknown'> => inTransaction(rt, (tx) => take(tx, returned));

async function take(tx: Tx, reported: Returned): Promise<'taken' | 'known' | 'unknown'> {
  const { mailId, enhanced } = reported;
  const mail = await findMail(tx.db, mailId);
  if (!mail?.hostId) return 'unknown';
  const kind = await kindFor(tx, mail.recipient, reported);
  const returned = { ...reported, kind };
  const now = tx.clock.now().toISOString();
  const at = returned.at < now ? returned.at : now;
  const { numUpdatedRows } = await noteReturned(tx.db, { ...returned, at });
  if (numUpdatedRows === 0n) return 'known';
  // It was accepted, whatever became of the note of that.
  const isGone = tx.mailer.kind === 'smtp';
  await (isGone ? updateGoneMails : updateSentMails)(tx.db, [mailId], now);
  const words = returnedWords(kind, enhanced, mail.recipient);
  const letters = await updateReturned(tx.db, mail.hostId, mailId, { kind, at, words });
  const sentAt = mail.sentAt ?? now;
  const of: Came = { ...returned, hostId: mail.hostId, recipient: mail.recipient, sentAt, at };
  const parkedAs = await parksAs(tx, of, letters);
  if (parkedAs !== null) await park(tx, of, parkedAs, words);
  await noteLetters(tx, of, letters);
  if (parkedAs === 'hard') {
    // Who had another address by then gets the letter there.
    const ids = letters.map(({ familyId }) => familyId);
    await sendReturnedAgain(tx, mail.hostId, ids);
  }
  return 'taken';
}

/** A mailbox that has the letter and passes it on in vain is not dead. */
async function kindFor(
  { db, clock }: Tx,
  recipient: string,
  { kind, mailId, recipients }: Returned,
): Promise<ReturnKind> {
  if (kind !== 'hard' && kind !== 'soft') return kind;
  const named = recipients.map(mailboxOf);
  if (named.length > 0 && !named.includes(mailboxOf(recipient))) return 'forwarded';
  return kind === 'hard' && (await areTooManyHard(db, mailId, clock.now())) ? 'ours' : kind;
}

interface Came extends Omit<Returned, 'kind'> {
  kind: ReturnKind;
  hostId: string;
  recipient: string;
  sentAt: string;
}

type Letters = Awaited<ReturnType<typeof updateReturned>>;

/** Not for now: in the second month in a row the address is parked too. */
async function parksAs(
  { db }: Tx,
  { kind, hostId, recipient }: Came,
  letters: Letters,
): Promise<ParkedKind | null> {
  if (kind === 'hard' || kind === 'complaint') return kind;
  if (kind !== 'soft') return null;
  for (const { familyId, yearMonth } of letters) {
    if (await cameBackAlso(db, hostId, familyId, addMonths(yearMonth, -1), recipient)) return kind;
  }
  return null;
}

/** What waits for the address is taken back. */
async function park(
  tx: Tx,
  { hostId, recipient, at, sentAt }: Came,
  kind: ParkedKind,
  words: string,
): Promise<void> {
  const families = await parkAddress(tx.db, hostId, recipient, { kind, at, words }, sentAt);
  const ids = families.map(({ id }) => id);
  await separateLetters(tx, hostId, ids);
  for (const { token } of families) await withdraw(tx, hostId, token, 'mail');
  for (const { id, residentId } of families) {
    const event = { target: id, residentId, detail: kind };
    await noteEvent(tx, { action: 'family.mail_returned', hostId, ...event });
  }
}

/** What staff read in the history. */
async function noteLetters(tx: Tx, { kind, hostId }: Came, letters: Letters): Promise<void> {
  if (kind === 'ours' || kind === 'complaint') return;
  const ids = letters.map(({ familyId }) => familyId);
  const families = await listAddresseesById(tx.db, hostId, ids);
  for (const { familyId, yearMonth } of letters) {
    const residentId = families.find(({ id }) => id === familyId)?.residentId;
    const event = { target: familyId, residentId, detail: yearMonth };
    await noteEvent(tx, { action: 'delivery.came_back', hostId, ...event });
  }
}
