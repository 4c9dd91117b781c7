import type { APIContext } from 'astro';
import { unauthorized } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Operator } from './operator.ts';
import { OPERATOR_COOKIE, OPERATOR_SESSION_MS } from './operator.ts';
import { readOperator } from './operator.service.ts';

type Cookies = Pick<APIContext, 'cookies'>;

const OPTIONS = { path: paths.operator, secure: true, httpOnly: true, sameSite: 'lax' } as const;

export const keepOperator = ({ cookies }: Cookies, token: string): void =>
  cookies.set(OPERATOR_COOKIE, token, { ...OPTIONS, maxAge: OPERATOR_SESSION_MS / 1000 });

export const forgetOperator = ({ cookies }: Cookies): void =>
  cookies.delete(OPERATOR_COOKIE, OPTIONS);

/** By the cookie of the operator's pages, while they are on. */
export async function operatorOf(rt: Runtime, { cookies }: Cookies): Promise<Operator | null> {
  const token = cookies.get(OPERATOR_COOKIE)?.value;
  if (!token || rt.env.OPERATOR_PAGES === 'off') return null;
  return readOperator(rt, token);
}

/** The guard of the operator's forms. @throws AppError 401 */
export function requireOperator({ locals }: Pick<APIContext, 'locals'>): Operator {
  if (!locals.operator) throw unauthorized();
  return locals.operator;
}
