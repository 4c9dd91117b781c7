import type { Runtime } from '../../server/runtime.ts';
import { takeTry } from '../../server/rate-limit.ts';

/**
 * Counts a wish for a mail, alike for known and unknown addresses (safety, "Limits").
 * @throws AppError 429
 */
export async function allowMail(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  email: string,
  client: { address: string },
): Promise<void> {
  await takeTry(db, 'mailsByAddress', client.address, clock.now());
  await takeTry(db, 'mailsByEmail', email, clock.now());
}
