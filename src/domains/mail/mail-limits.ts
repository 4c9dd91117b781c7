import { readIsOnTrial } from '#domains/facility/hosts.ts';
import { mailboxOf } from '#lib/mail-address.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';

/**
 * Counts mails, also for unknown addresses (safety.md#the-settings-behind-it).
 * @throws AppError 429
 */
export async function allowMail(
  rt: Pick<Runtime, 'db' | 'clock'>,
  email: string,
  client: { address: string },
): Promise<void> {
  await takeTry(rt.db, 'mailsByAddress', client.address, rt.clock.now());
  await allowMailTo(rt, email);
}

/** Counts such a request, then answers it in one transaction. @throws AppError 429 */
export async function onMailRequest(
  rt: Runtime,
  email: string,
  client: { address: string },
  answer: (tx: Tx) => Promise<void>,
): Promise<void> {
  await allowMail(rt, email, client);
  await inTransaction(rt, answer);
}

/** Counts a mail to a mailbox, however its address is spelt. @throws AppError 429 */
export const allowMailTo = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  email: string,
): Promise<void> => takeTry(db, 'mailsByEmail', mailboxOf(email), clock.now());

/** Counts a mail to a stranger, since a trial can use any name (P27). @throws AppError 429 */
export async function allowMailFrom(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
): Promise<void> {
  const limit = (await readIsOnTrial(db, hostId)) ? 'strangersByTrial' : 'strangersByHost';
  await takeTry(db, limit, hostId, clock.now());
}
