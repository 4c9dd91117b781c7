import type { Holder } from '#domains/account/holder.ts';
import { holderKey } from '#domains/account/holder.ts';
import { knownDevice } from '#domains/account/session/client.ts';
import type { Client } from '#domains/account/session/sessions.ts';
import { invalid } from '#lib/errors.ts';
import { wideNetworkOf } from '#server/network.ts';
import { returnTry, takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';

export interface CodeOf {
  holder: Holder;
  /** For known devices, whose tries nobody else uses up. */
  email: string;
}

/** Before a code is verified. @returns a function to call once it was right. @throws AppError 429 */
export async function countCode(
  { db, clock, secrets }: Runtime,
  { holder, email }: CodeOf,
  { address, device = null }: Client,
): Promise<() => Promise<void>> {
  const now = clock.now();
  const known = knownDevice(secrets, device, email);
  if (known) {
    await takeTry(db, 'codesByDevice', known, now);
    return () => returnTry(db, 'codesByDevice', known);
  }
  const network = wideNetworkOf(address);
  const account = holderKey(holder);
  await takeTry(db, 'codesByNetwork', network, now);
  await takeTry(db, 'codesByAccount', account, now);
  return async () => {
    await returnTry(db, 'codesByNetwork', network);
    await returnTry(db, 'codesByAccount', account);
  };
}

export const wrongCode = () => {
  const text =
    '6けたの数字か、予備のコードが違います。新しい数字に変わってから、もう一度お試しください。スマートフォンの時刻がずれていると、合わないことがあります。';
  return invalid(text, { code: [text] });
};
