import type { Holder } from '#domains/account/holder.ts';
import { beginApp, confirmApp } from '#domains/account/second-step/enrol.ts';
import type { Runtime } from '#server/runtime.ts';
import { staffHolder } from '#domains/account/holder.ts';
import { SecondStepInput } from '#domains/account/second-step/second-step.ts';
import { loginByPassword, loginBySecondStep } from '#domains/account/session/login.ts';
import { appCode } from './app-code.ts';
import type { CastActor } from './cast.ts';
import { CLIENT } from './cast.ts';
import { SECOND } from './clock.ts';
import { PASSWORD } from './factories.ts';
import type { TestRuntime } from './runtime.ts';

/** As a person does it with their app. @returns the app's key, and the recovery codes */
export async function enrol(rt: Runtime, of: { holder: Holder; email: string }) {
  const { secret } = await beginApp(rt, of.holder, of.email);
  const recoveryCodes = await confirmApp(rt, of, appCode(secret, rt.clock.now()), CLIENT);
  return { secret, recoveryCodes };
}

type Client = Parameters<typeof loginByPassword>[2];

/** Both steps of one person. @param now of the test that runs */
export function stepsOf(now: () => { rt: TestRuntime; actor: CastActor }) {
  const of = (actor = now().actor) => ({ holder: staffHolder(actor), email: actor.email });
  const byPassword = (client: Client = CLIENT) =>
    loginByPassword(now().rt, { email: now().actor.email, password: PASSWORD }, client);
  return {
    of,
    byPassword,
    async ticket(client?: Client): Promise<string> {
      const result = await byPassword(client);
      if (!('asked' in result)) throw new Error('not asked');
      return result.asked.ticket;
    },
    second: (input: object, client: Client = CLIENT) =>
      loginBySecondStep(now().rt, SecondStepInput.parse(input), client),
    /** The next period, since each code works once. */
    nextCode(secret: string): string {
      const { clock } = now().rt;
      clock.advance(30 * SECOND);
      return appCode(secret, clock.now());
    },
  };
}
