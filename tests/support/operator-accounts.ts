import type { Client } from '#domains/account/session/session.ts';
import { signInOperator } from '#domains/operator/login-operator.ts';
import { makeOperatorAccount, makeOperatorLink } from '#domains/operator/operator-account.ts';
import { CLIENT } from './cast.ts';
import { OPERATOR } from './operator.ts';
import type { TestRuntime } from './runtime.ts';

export const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

/** The operator's account without a browser. @param now of the test that runs */
export function operatorAccounts(now: () => TestRuntime) {
  const newToken = async (): Promise<string> => tokenOf(await makeOperatorLink(now()));
  return {
    newToken,
    makeAccount: async (more: Partial<typeof OPERATOR> = {}): Promise<string> =>
      makeOperatorAccount(now(), { token: await newToken(), ...OPERATOR, ...more }, CLIENT),
    /** Before there is a second step. */
    async signIn(more: Partial<typeof OPERATOR> = {}, client: Client = CLIENT): Promise<string> {
      const result = await signInOperator(now(), { ...OPERATOR, ...more }, client);
      if ('asked' in result) throw new Error('asked for a second step');
      return result.token;
    },
  };
}
