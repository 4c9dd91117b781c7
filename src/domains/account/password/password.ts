import type { Argon2id } from 'oslo/password';
import type { Place } from '#server/fair-queue.ts';
import { FairQueue } from '#server/fair-queue.ts';

const COST = { memorySize: 19456, iterations: 2, parallelism: 1 };

let loaded: Promise<Argon2id> | undefined;
/** Loaded when first used: families need no passwords. */
const argon2id = (): Promise<Argon2id> =>
  (loaded ??= import('oslo/password').then(({ Argon2id }) => new Argon2id(COST)));

/** Each hash takes 19 MB and a core; sixty of them wait for about a second. */
const PASSWORD_TURNS = { atOnce: 2, mostWaiting: 60, mostPerKey: 10, retryAfter: 5 };
const turns = new FairQueue(PASSWORD_TURNS);

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Always false without a hash, at the same cost. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/**
 * The only access to password hashing, in turns (P26). Count attempts inside `work`, so that a
 * refused one costs nothing.
 * @throws AppError 503 if the queue is full
 */
export const withPasswords = <T>(
  place: Place,
  work: (passwords: Passwords) => Promise<T>,
): Promise<T> => turns.run(place, () => work(passwords));

export const hashPassword = (place: Place, password: string): Promise<string> =>
  withPasswords(place, ({ hash }) => hash(password));

export const placeOfLink = (email: string): Place => ({ key: `link ${email}`, isUrgent: true });
export const placeOfHost = (hostId: string): Place => ({ key: `host ${hostId}`, isUrgent: true });

const hash = async (password: string): Promise<string> =>
  (await argon2id()).hash(password.normalize('NFKC'));

let decoy: Promise<string> | undefined;
const makeDecoy = (): Promise<string> =>
  (decoy ??= hash('no such account').catch((error: unknown) => {
    decoy = undefined; // otherwise no sign-in would work any more
    throw error;
  }));

const passwords: Passwords = {
  hash,
  /** An unknown account costs the same hash as a known one (P11). */
  async verify(hash, password) {
    const spare = await makeDecoy();
    const right = await (await argon2id()).verify(hash ?? spare, password.normalize('NFKC'));
    return right && hash !== null;
  },
};
