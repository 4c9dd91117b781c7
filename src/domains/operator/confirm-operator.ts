import { proveAgain } from '#domains/account/confirm/confirm.ts';
import type { ConfirmationInput } from '#domains/account/confirm/confirmation.ts';
import type { Client } from '#domains/account/session/session.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { unauthorized } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { updateOperatorConfirmed } from './operator-sessions.ts';
import type { Operator } from './operator.ts';
import { operatorName, requireOperatorPassword } from './operator-account.ts';

/**
 * As of staff (`account/confirm`).
 * @returns who it is from then on. @throws AppError 401, 422, 429, 503
 */
export async function confirmOperator(
  rt: Runtime,
  operator: Operator,
  input: ConfirmationInput,
  client: Client,
): Promise<Operator> {
  const of = {
    holder: { operatorId: operator.id },
    email: operatorName(operator.email),
    byPassword: async (password: string) => {
      await requireOperatorPassword(rt, operator, password, client);
      return { use: () => Promise.resolve() };
    },
  };
  const { use, forgive } = await proveAgain(rt, of, input, client);
  const confirmedAt = rt.clock.now().toISOString();
  await inTransaction(rt, async (tx) => {
    await use(tx);
    // The account may have been replaced.
    if (!(await updateOperatorConfirmed(tx.db, operator.sessionId, confirmedAt))) {
      throw unauthorized();
    }
    await noteEvent(tx, { action: 'operator.confirmed', target: operator.id });
  });
  await forgive?.();
  return { ...operator, confirmedAt };
}
