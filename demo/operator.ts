import { makeOperatorAccount, makeOperatorLink } from '#domains/operator/sign-in-operator.ts';
import type { Runtime } from '#server/runtime.ts';
import { DEMO_PASSWORD } from './people.ts';

const OPERATOR_EMAIL = 'operator@example.jp';

/** The account behind the operator's pages. */
export async function seedOperator(rt: Runtime): Promise<void> {
  if (rt.env.OPERATOR_PAGES === 'off') return;
  const token = new URL(await makeOperatorLink(rt)).searchParams.get('token') ?? '';
  const client = { address: '', userAgent: '' };
  await makeOperatorAccount(rt, { token, email: OPERATOR_EMAIL, password: DEMO_PASSWORD }, client);
}
