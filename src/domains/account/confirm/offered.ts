import type { Holder } from '#domains/account/holder.ts';
import { holderKey } from '#domains/account/holder.ts';
import type { RequestOptions } from '#domains/account/passkey/passkey.ts';
import { readPasskeys } from '#domains/account/passkey/manage-passkeys.ts';
import { passkeyRequest } from '#domains/account/passkey/prove-passkey.ts';
import { hasApp } from '#domains/account/second-step/enrol.ts';
import type { Runtime } from '#server/runtime.ts';

export interface Offered {
  hasApp: boolean;
  passkey: RequestOptions | null;
}

/** How someone can confirm the sign-in. */
export async function offeredTo(rt: Runtime, holder: Holder): Promise<Offered> {
  const hasPasskey = (await readPasskeys(rt, holder)).length > 0;
  return {
    hasApp: await hasApp(rt, holder),
    passkey: hasPasskey ? passkeyRequest(rt, `confirm ${holderKey(holder)}`) : null,
  };
}
