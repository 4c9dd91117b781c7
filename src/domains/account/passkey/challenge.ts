import { MINUTE_MS } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { CHALLENGE_MINUTES } from './passkey.ts';

/**
 * A challenge is `<nonce>.<expiry>.<signature>`: signed rather than stored, so that showing a login
 * page writes nothing. Only an answered one is kept, until it expires: it is taken once.
 */
export type Challenged = 'sign-in' | `make ${string}` | `confirm ${string}`;

const PURPOSE = 'challenge';

/** @param what it may be answered for. @returns base64url, as WebAuthn writes it */
export function issueChallenge(
  { secrets, clock }: Pick<Runtime, 'secrets' | 'clock'>,
  what: Challenged,
) {
  const nonce = randomToken();
  const expiresAt = clock.now().getTime() + CHALLENGE_MINUTES * MINUTE_MS;
  const text = `${nonce}.${expiresAt}.${secrets.sign(PURPOSE, what, nonce, expiresAt)}`;
  return Buffer.from(text).toString('base64url');
}

/** @returns when it expires; null if it is not ours, for something else, or old */
export function readChallenge(
  { secrets, clock }: Pick<Runtime, 'secrets' | 'clock'>,
  challenge: string,
  what: Challenged,
): Date | null {
  const text = Buffer.from(challenge, 'base64url').toString('latin1');
  const [, nonce, digits, signature] = /^([A-Za-z0-9]+)\.(\d{1,15})\.([\w-]{22})$/.exec(text) ?? [];
  if (!nonce || !digits || !signature) return null;
  const expiresAt = Number(digits);
  if (!secrets.verify(signature, PURPOSE, what, nonce, expiresAt)) return null;
  return expiresAt > clock.now().getTime() ? new Date(expiresAt) : null;
}

/** In the transaction of what it was answered for. @returns false if it was taken before */
export async function takeChallenge(tx: Db, challenge: string, expiresAt: Date): Promise<boolean> {
  const taken = await tx
    .insertInto('sign_in_tickets')
    .values({
      hash: hashToken(challenge),
      purpose: 'challenge',
      ...{ host_id: null, staff_id: null, operator_id: null, email: null },
      expires_at: expiresAt.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}
