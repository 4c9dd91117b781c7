import type { Holder } from '#domains/account/holder.ts';
import { holderOf } from '#domains/account/holder.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { notFound } from '#lib/errors.ts';
import { wideNetworkOf } from '#server/network.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Db } from '#server/database.ts';
import type { Challenged } from './challenge.ts';
import { issueChallenge, readChallenge, takeChallenge } from './challenge.ts';
import { findPasskey, updatePasskeyUsed } from './passkey-rows.ts';
import type { Assertion, RequestOptions } from './passkey.ts';
import { CHALLENGE_MINUTES } from './passkey.ts';
import { userHandle } from './manage-passkeys.ts';
import { relyingParty } from './relying-party.ts';
import { challengeOf, verifyAssertion, wrongPasskey } from './verify.ts';

/**
 * What the browser is asked for; null where it has no passkeys. No account is named: the browser
 * offers those it has, and nobody learns whether an address has one.
 */
export function passkeyRequest(rt: Runtime, what: Challenged = 'sign-in'): RequestOptions | null {
  const rp = relyingParty(rt.env);
  return (
    rp && {
      challenge: issueChallenge(rt, what),
      rpId: rp.id,
      userVerification: 'required',
      timeout: CHALLENGE_MINUTES * MINUTE_MS,
    }
  );
}

interface Proof {
  holder: Holder;
  /** In the transaction of what follows. @throws AppError 401 if it was used meanwhile */
  use: (tx: Db) => Promise<void>;
}

/** Verifies the answer of a passkey. @throws AppError 401, 404, 429 */
export async function provePasskey(
  rt: Runtime,
  response: Assertion,
  { address }: { address: string },
  what: Challenged = 'sign-in',
): Promise<Proof> {
  const rp = relyingParty(rt.env);
  if (!rp) throw notFound();
  const now = rt.clock.now();
  await takeTry(rt.db, 'passkeysByNetwork', wideNetworkOf(address), now);
  const challenge = challengeOf(response);
  const expiresAt = readChallenge(rt, challenge, what);
  if (!expiresAt) throw wrongPasskey();
  const passkey = await findPasskey(rt.db, response.id);
  if (!passkey) throw wrongPasskey();
  const holder = holderOf(passkey);
  const { userHandle: handle } = response.response;
  if (handle && handle !== userHandle(holder)) throw wrongPasskey();
  const counter = await verifyAssertion(response, passkey, { rp, challenge });
  return {
    holder,
    async use(tx) {
      const used = { counter, last_used_at: now.toISOString() };
      const isFirst = await takeChallenge(tx, challenge, expiresAt);
      if (!isFirst || !(await updatePasskeyUsed(tx, passkey, used))) throw wrongPasskey();
    },
  };
}
