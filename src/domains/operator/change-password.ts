import { requireNoOwnWords } from '#domains/account/password/own-words.ts';
import { withPasswords } from '#domains/account/password/password.ts';
import { endRemembered } from '#domains/account/second-step/remembered.ts';
import { endTickets } from '#domains/account/second-step/tickets.ts';
import type { Client } from '#domains/account/session/session.ts';
import { tellChanged } from '#domains/account/told/told.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { endOperatorSessions } from './operator-sessions.ts';
import type { Operator } from './operator.ts';
import {
  operatorName,
  requireOperatorPassword,
  updateOperatorPassword,
} from './operator-account.ts';

/** By the rules of staff; ends the other sessions. @throws AppError 422, 429, 503 */
export async function changeOperatorPassword(
  rt: Runtime,
  operator: Operator,
  { currentPassword, password }: { currentPassword: string; password: string },
  client: Client,
): Promise<void> {
  await requireOperatorPassword(rt, operator, currentPassword, client);
  requireNoOwnWords(password, { email: operator.email });
  const place = { key: operatorName(operator.email), isUrgent: true };
  const hash = await withPasswords(place, (passwords) => passwords.hash(password));
  await inTransaction(rt, async (tx) => {
    const holder = { operatorId: operator.id };
    await updateOperatorPassword(tx.db, operator.id, hash);
    await endOperatorSessions(tx.db, operator.id, operator.sessionId);
    await endTickets(tx.db, holder);
    await endRemembered(tx.db, holder);
    await noteEvent(tx, { action: 'operator.password_changed', target: operator.id });
    await tellChanged(tx, holder, 'password');
  });
}
