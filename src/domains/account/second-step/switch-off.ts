import { findAccount } from '#domains/account/accounts.ts';
import { holderKey } from '#domains/account/holder.ts';
import { deletePasskeys } from '#domains/account/passkey/passkey-rows.ts';
import { endSessions } from '#domains/account/session/signed-in-devices.ts';
import { tellChanged } from '#domains/account/told/told.ts';
import { waysTakenBackMail } from '#domains/account/told/told-mails.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { readHostName } from '#domains/facility/read-host.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { notFound } from '#lib/errors.ts';
import { clearTries } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { endRemembered } from './remembered.ts';
import { deleteSecondStep } from './second-step-rows.ts';
import { endTickets } from './tickets.ts';

interface Whose {
  name: string;
  hostName: string;
}

/**
 * For who has lost phone and recovery codes: the password alone is left, and every session ends.
 * The person and the operator are told. @throws AppError 404
 */
export const takeBackWays = (rt: Runtime, email: string): Promise<Whose> =>
  inTransaction(rt, async (tx) => {
    const staff = await findAccount(tx.db, email);
    if (!staff) throw notFound('このメールアドレスで登録した職員はいません。');
    const { id: staffId, host_id: hostId, name } = staff;
    const holder = { hostId, staffId };
    await deleteSecondStep(tx.db, holder);
    await deletePasskeys(tx.db, holder);
    await endRemembered(tx.db, holder);
    await endTickets(tx.db, holder);
    await endSessions(tx.db, holder);
    await clearTries(tx.db, 'codesByAccount', holderKey(holder));
    await clearTries(tx.db, 'recoveryByAccount', holderKey(holder));
    await noteEvent(tx, { action: 'operator.ways_taken_back', hostId, target: staffId });
    await tellChanged(tx, holder, 'waysTakenBack');
    const whose = { name, hostName: await readHostName(tx.db, hostId) };
    const { OPERATOR_EMAIL: to } = tx.env;
    if (to) {
      const content = waysTakenBackMail({ ...whose, hostId });
      await queueMail(tx, { kind: 'account_changed', hostId: null, hostName: null, to, content });
    }
    return whose;
  });
