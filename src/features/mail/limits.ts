import { mailboxOf } from '../../lib/mail-address.ts';
import type { Db } from '../../server/database.ts';
import { takeTry } from '../../server/rate-limit.ts';
import type { Runtime } from '../../server/runtime.ts';

/**
 * Counts a wish for a mail, alike for known and unknown addresses (safety, "Limits").
 * @throws AppError 429
 */
export async function allowMail(
  rt: Pick<Runtime, 'db' | 'clock'>,
  email: string,
  client: { address: string },
): Promise<void> {
  await takeTry(rt.db, 'mailsByAddress', client.address, rt.clock.now());
  await allowMailTo(rt.db, rt, email);
}

/** Counts a mail to a mailbox, however its address is spelt. @throws AppError 429 */
export const allowMailTo = (
  db: Db,
  { clock }: Pick<Runtime, 'clock'>,
  email: string,
): Promise<void> => takeTry(db, 'mailsByEmail', mailboxOf(email), clock.now());
