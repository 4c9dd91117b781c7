import type { Place } from '#server/fair-queue.ts';
import { wideNetworkOf } from '#server/network.ts';
import { clearTries, returnTry, takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { knownDevice } from './client.ts';
import type { Client } from './sessions.ts';

/** A known device queues by person, with priority; others by network. */
export const placeOf = (
  { secrets }: Pick<Runtime, 'secrets'>,
  email: string,
  { address, device = null }: Client,
): Place =>
  knownDevice(secrets, device, email)
    ? { key: `device ${email}`, isUrgent: true }
    : { key: wideNetworkOf(address) };

/**
 * Counts a sign-in in advance; a known device has its own limit (P11).
 * @returns a function to call after the right password
 * @throws AppError 429
 */
export async function allowLogin(
  { db, clock, secrets }: Pick<Runtime, 'db' | 'clock' | 'secrets'>,
  email: string,
  { address, device = null }: Client,
): Promise<() => Promise<void>> {
  const now = clock.now();
  const known = knownDevice(secrets, device, email);
  if (known && (await isAllowed(takeTry(db, 'loginByDevice', known, now)))) {
    return () => clearTries(db, 'loginByDevice', known);
  }
  const network = wideNetworkOf(address);
  await takeTry(db, 'loginByAddress', address, now);
  await takeTry(db, 'loginByNetwork', network, now);
  await takeTry(db, 'loginByAccount', email, now);
  return async () => {
    await returnTry(db, 'loginByAddress', address);
    await returnTry(db, 'loginByNetwork', network);
    await clearTries(db, 'loginByAccount', email);
  };
}

const isAllowed = (taken: Promise<void>): Promise<boolean> =>
  taken.then(
    () => true,
    () => false,
  );
