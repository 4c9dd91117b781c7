import { loginByPassword } from '#domains/account/session/login.ts';
import type { Client, LoginInput, TokenPair } from '#domains/account/session/session.ts';
import type { Runtime } from '#server/runtime.ts';

/** Of those who are not asked for a second step. */
export async function login(rt: Runtime, input: LoginInput, client: Client): Promise<TokenPair> {
  const result = await loginByPassword(rt, input, client);
  if ('asked' in result) throw new Error('asked for a second step');
  return result.tokens;
}
