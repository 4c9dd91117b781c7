import type { Holder } from '#domains/account/holder.ts';
import { listPasskeys } from '#domains/account/passkey/passkey-rows.ts';
import type { Runtime } from '#server/runtime.ts';
import { findSecondStep } from './second-step-rows.ts';

/** Whether someone can prove more than a password: by an app, or by a passkey. */
export async function hasSecondFactor(
  { db }: Pick<Runtime, 'db'>,
  holder: Holder,
): Promise<boolean> {
  if ((await listPasskeys(db, holder)).length > 0) return true;
  return ((await findSecondStep(db, holder))?.secret_sealed ?? null) !== null;
}
