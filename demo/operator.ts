import { base32 } from 'oslo/encoding';
import { columnsOf } from '#domains/account/holder.ts';
import { makeOperatorAccount, makeOperatorLink } from '#domains/operator/operator-account.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { DEMO_PASSWORD } from './people.ts';

const OPERATOR_EMAIL = 'operator@example.jp';
/** The operator's app: the demo shows its digits where it asks for them. */
export const DEMO_APP_KEY = 'TSUKIDAYORINODEMOTSUKIDAYORINODE';

/** The account behind the operator's pages, with its second step. */
export async function seedOperator(rt: Runtime): Promise<void> {
  if (rt.env.OPERATOR_PAGES === 'off') return;
  const token = new URL(await makeOperatorLink(rt)).searchParams.get('token') ?? '';
  const client = { address: '', userAgent: '' };
  await makeOperatorAccount(rt, { token, email: OPERATOR_EMAIL, password: DEMO_PASSWORD }, client);
  const operator = await rt.db.selectFrom('operators').select('id').executeTakeFirstOrThrow();
  const key = Buffer.from(base32.decode(DEMO_APP_KEY)).toString('base64url');
  const secret_sealed = rt.secrets.seal(key);
  const created_at = rt.clock.now().toISOString();
  await rt.db
    .insertInto('second_steps')
    .values({ id: newId(), ...columnsOf({ operatorId: operator.id }), secret_sealed, created_at })
    .execute();
}
