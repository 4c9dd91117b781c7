import type { APIContext } from 'astro';
import { z } from 'zod';
import { NewPasswordInput } from '#domains/account/password/new-password.ts';
import { EmailInput } from '#domains/account/session/session.ts';
import { AppError, unauthorized } from '#lib/errors.ts';
import { opaque } from '#lib/input.ts';
import type { CookieContext } from '#server/cookies.ts';
import { Token, dropCookie, keepCookie, readCookie } from '#server/cookies.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Operator } from './operator.ts';
import { OPERATOR_COOKIE, OPERATOR_SESSION_MS } from './operator.ts';
import { readOperator } from './operator-sessions.ts';

export const keepOperator = (context: CookieContext, token: string): void =>
  keepCookie(context, {
    ...{ name: OPERATOR_COOKIE, value: token },
    seconds: OPERATOR_SESSION_MS / 1000,
  });

export const forgetOperator = (context: CookieContext): void =>
  dropCookie(context, OPERATOR_COOKIE);

/** By the cookie of the operator's pages, while they are on. */
export async function operatorOf(rt: Runtime, context: CookieContext): Promise<Operator | null> {
  const token = readCookie(context, OPERATOR_COOKIE, Token);
  if (!token || rt.env.OPERATOR_PAGES === 'off') return null;
  return readOperator(rt, token);
}

type Context = Pick<APIContext, 'locals'>;

/** The guard of the operator's forms. @throws AppError 401, 403 */
export function requireOperator(context: Context): Operator {
  const operator = requireOperatorSession(context);
  if (operator.mustEnrol) {
    throw new AppError(403, '先に、ログインの方法を設定してください。', { asks: 'enrol' });
  }
  return operator;
}

/** For the operator's own ways to sign in. @throws AppError 401 */
export function requireOperatorSession({ locals }: Context): Operator {
  if (!locals.operator) throw unauthorized();
  return locals.operator;
}

export const OperatorAccountInput = z.strictObject({
  token: opaque('アドレスをもう一度開いてください。', 100),
  email: EmailInput,
  password: NewPasswordInput,
});
export type OperatorAccountInput = z.output<typeof OperatorAccountInput>;
