import type { Holder } from '#domains/account/holder.ts';
import { beginApp, confirmApp } from '#domains/account/second-step/enrol.ts';
import type { Runtime } from '#server/runtime.ts';
import { appCode } from './app-code.ts';
import { CLIENT } from './cast.ts';

/** As a person does it with their app. @returns the app's key, and the recovery codes */
export async function enrol(rt: Runtime, of: { holder: Holder; email: string }) {
  const { secret } = await beginApp(rt, of.holder, of.email);
  const recoveryCodes = await confirmApp(rt, of, appCode(secret, rt.clock.now()), CLIENT);
  return { secret, recoveryCodes };
}
