import type { Holder } from '#domains/account/holder.ts';
import { holderKey } from '#domains/account/holder.ts';
import { knownDevice } from '#domains/account/session/client-of.ts';
import type { Client } from '#domains/account/session/session.ts';
import { AppError, invalid, tooMany } from '#lib/errors.ts';
import { wideNetworkOf } from '#server/network.ts';
import { returnTry, takeTry, waitOf } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';

export interface CodeOf {
  holder: Holder;
  /** For known devices: nobody else uses up their tries. */
  email: string;
}

/**
 * Before a code of an app is verified. A known device has tries of its own, and then those of
 * everybody.
 * @returns a function to call once it was right. @throws AppError 429
 */
export async function countCode(
  { db, clock, secrets }: Runtime,
  { holder, email }: CodeOf,
  { address, device = null }: Client,
): Promise<() => Promise<void>> {
  const now = clock.now();
  const known = knownDevice(secrets, device, email);
  const spent = known ? await takeTry(db, 'codesByDevice', known, now).then(() => 0, waitOf) : null;
  if (known && spent === 0) return () => returnTry(db, 'codesByDevice', known);
  const network = wideNetworkOf(address);
  const account = holderKey(holder);
  try {
    await takeTry(db, 'codesByNetwork', network, now);
    await takeTry(db, 'codesByAccount', account, now);
  } catch (error) {
    // Whichever comes first lets this device in again.
    throw tooMany(Math.min(waitOf(error), spent ?? Infinity));
  }
  return async () => {
    await returnTry(db, 'codesByNetwork', network);
    await returnTry(db, 'codesByAccount', account);
  };
}

/**
 * After a recovery code was wrong: a right one is never counted, nor kept out by wrong ones.
 * @returns what to throw: 422, and 429 once there were many
 */
export async function wrongRecoveryCode({ db, clock }: Runtime, holder: Holder): Promise<AppError> {
  const taken = takeTry(db, 'recoveryByAccount', holderKey(holder), clock.now());
  const wait = await taken.then(() => 0, waitOf);
  return wait === 0 ? wrongCode() : new AppError(429, MANY_WRONG, { retryAfter: wait });
}

const MANY_WRONG =
  '予備のコードの間違いが続いています。正しいコードなら、いつでもログインできます。メモを、もう一度よく見て入力してください。';

export const wrongCode = () => {
  const text =
    '6けたの数字か、予備のコードが違います。新しい数字に変わってから、もう一度お試しください。スマートフォンの時刻がずれていると、合わないことがあります。';
  return invalid(text, { code: [text] });
};
