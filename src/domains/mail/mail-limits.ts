import { readIsOnTrial } from '#domains/facility/read-host.ts';
import { mailboxOf } from '#lib/mail-address.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';

/** Each has its own tries: asking for one kind in somebody's name uses up no other. */
type MailKind =
  | 'hostSignUp'
  | 'hostSignUpAgain'
  | 'staffSignUp'
  | 'staffSignUpAgain'
  | 'password'
  | 'emailChange'
  | 'invitation'
  | 'family'
  | 'test';

/** What a mail is, to whom it goes and who asks for it. */
interface Asked {
  kind: MailKind;
  email: string;
  client: { address: string };
}

/**
 * Counts mails, also for unknown addresses (safety.md#the-settings-behind-it).
 * @throws AppError 429
 */
export async function allowMail(
  rt: Pick<Runtime, 'db' | 'clock'>,
  { kind, email, client }: Asked,
): Promise<void> {
  await takeTry(rt.db, 'mailsByAddress', `${kind} ${client.address}`, rt.clock.now());
  await allowMailTo(rt, kind, email);
}

/** Counts such a request, then answers it in one transaction. @throws AppError 429 */
export async function onMailRequest(
  rt: Runtime,
  asked: Asked,
  answer: (tx: Tx) => Promise<void>,
): Promise<void> {
  await allowMail(rt, asked);
  await inTransaction(rt, answer);
}

/** What limits count. */
export const mailTo = (kind: MailKind, email: string): string => `${kind} ${mailboxOf(email)}`;

/** Counts a mail to a mailbox, however its address is spelt. @throws AppError 429 */
export const allowMailTo = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  kind: MailKind,
  email: string,
): Promise<void> => takeTry(db, 'mailsByEmail', mailTo(kind, email), clock.now());

/**
 * Counts a mail to a stranger, since a trial can use any name (P27).
 * @param by whoever has the QR code uses up nothing of the facility's admins
 * @throws AppError 429
 */
export async function allowMailFrom(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  by: 'staff' | 'invited' = 'staff',
): Promise<void> {
  const limit = (await readIsOnTrial(db, hostId)) ? 'strangersByTrial' : 'strangersByHost';
  await takeTry(db, limit, by === 'staff' ? hostId : `invited ${hostId}`, clock.now());
}
