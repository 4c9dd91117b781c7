import type { Holder } from '#domains/account/holder.ts';
import { listPasskeys } from '#domains/account/passkey/passkey-rows.ts';
import type { Runtime } from '#server/runtime.ts';
import { hasApp, recoveryCodesLeft } from './enrol.ts';
import type { Asked } from './second-step.ts';

/** What someone can prove after the password; empty if nothing. */
export async function waysOf(rt: Runtime, holder: Holder): Promise<Asked['ways']> {
  const withApp = await hasApp(rt, holder);
  const hasCodes = withApp && (await recoveryCodesLeft(rt, holder)) > 0;
  const hasPasskey = (await listPasskeys(rt.db, holder)).length > 0;
  return [
    ...(withApp ? (['totp'] as const) : []),
    ...(hasCodes ? (['recovery'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ];
}
