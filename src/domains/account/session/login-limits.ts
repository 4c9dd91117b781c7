import type { AppError } from '#lib/errors.ts';
import type { Place } from '#server/fair-queue.ts';
import { wideNetworkOf } from '#server/network.ts';
import { clearTries, returnTry, takeTry, waitOf } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { knownDevice } from './client-of.ts';
import type { Client, LoginInput } from './session.ts';
import { findLoginLink, heldBack } from './login-link.ts';

/** A known device queues by person, with priority; others by network. */
export const placeOf = (
  { secrets }: Pick<Runtime, 'secrets'>,
  email: string,
  { address, device = null }: Client,
): Place =>
  knownDevice(secrets, device, email)
    ? { key: `device ${email}`, isUrgent: true }
    : { key: wideNetworkOf(address) };

export interface Allowed {
  /** After the right password. */
  forgive: () => Promise<void>;
  /** Others' failures hold this address back here: what the browser is told, right or wrong. */
  held: AppError | null;
  /** The mailed link that let it try. */
  wayIn: string | null;
}

/**
 * Counts a sign-in in advance; a known device has its own limit (P11), and so has a mailed link.
 * @throws AppError 429 for too many of this network
 */
export async function allowLogin(
  rt: Pick<Runtime, 'db' | 'clock' | 'secrets'>,
  { email, link }: Pick<LoginInput, 'email' | 'link'>,
  { address, device = null }: Client,
): Promise<Allowed> {
  const { db, clock, secrets } = rt;
  const now = clock.now();
  const wayIn = await findLoginLink(rt, link, email);
  const known = wayIn ?? knownDevice(secrets, device, email);
  if (known && (await isAllowed(takeTry(db, 'loginByDevice', known, now)))) {
    return { forgive: () => clearTries(db, 'loginByDevice', known), held: null, wayIn };
  }
  const network = wideNetworkOf(address);
  await takeTry(db, 'loginByAddress', address, now);
  await takeTry(db, 'loginByNetwork', network, now);
  const held = await takeTry(db, 'loginByAccount', email, now).then(() => null, asHeldBack);
  return {
    held,
    wayIn: null,
    async forgive() {
      await returnTry(db, 'loginByAddress', address);
      await returnTry(db, 'loginByNetwork', network);
      await clearTries(db, 'loginByAccount', email);
    },
  };
}

const asHeldBack = (error: unknown): AppError => heldBack(waitOf(error));

const isAllowed = (taken: Promise<void>): Promise<boolean> =>
  taken.then(
    () => true,
    () => false,
  );
