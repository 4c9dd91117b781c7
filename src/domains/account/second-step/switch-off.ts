import { holderKey } from '#domains/account/holder.ts';
import { requireStaffRow, requireStillAdmin } from '#domains/account/manage-staff.ts';
import { deletePasskeys } from '#domains/account/passkey/passkey-rows.ts';
import { deleteSessions } from '#domains/account/session/session-rows.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { findAccount } from '#domains/account/staff-rows.ts';
import { tellAdmins } from '#domains/account/tell-admins.ts';
import { tellChanged } from '#domains/account/told/told.ts';
import {
  colleaguesWaysTakenBackMail,
  waysTakenBackMail,
} from '#domains/account/told/told-mails.ts';
import { noteAct, noteEvent } from '#domains/audit/record-event.ts';
import { readHostName } from '#domains/facility/read-host.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { conflict, notFound } from '#lib/errors.ts';
import { san } from '#lib/honorific.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { clearTries } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { hasSecondFactor } from './has-factor.ts';
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
    await endWays(tx, holder);
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

/**
 * The same by an admin, who has asked the colleague in person. The person is told, and every admin,
 * since a stolen session could do it too. @throws AppError 403, 404; 409 for oneself, or without one
 */
export const takeBackColleaguesWays = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const { name } = await requireStaffRow(tx.db, actor, id);
    if (id === actor.id) throw conflict(NOT_ONESELF);
    await requireStillAdmin(tx.db, actor);
    const holder = { hostId: actor.host.id, staffId: id };
    if (!(await hasSecondFactor(tx, holder))) throw conflict(NONE);
    await endWays(tx, holder);
    await noteAct(tx, actor, { action: 'second_step.taken_back', target: id });
    await tellChanged(tx, holder, 'waysTakenBackByAdmin', san(actor.name));
    const words = {
      ...{ by: actor.name, name },
      resetUrl: `${tx.env.PUBLIC_URL}${paths.newPassword}`,
    };
    // The person has a mail of their own.
    await tellAdmins(tx, holder.hostId, 'admins_changed', (admin) =>
      admin.id === id ? null : colleaguesWaysTakenBackMail(admin.name, words),
    );
  });

const NOT_ONESELF =
  'ご自身の二段階の確認は、マイページの「ログインの方法」で変えてください。入れなくなったときは、ほかの管理者にお願いしてください。';
const NONE = 'この方の二段階の確認とパスキーは、もう外れています。パスワードだけで入れます。';

async function endWays(tx: Tx, holder: { hostId: string; staffId: string }): Promise<void> {
  await deleteSecondStep(tx.db, holder);
  await deletePasskeys(tx.db, holder);
  await endRemembered(tx.db, holder);
  await endTickets(tx.db, holder);
  await deleteSessions(tx.db, holder);
  await clearTries(tx.db, 'codesByAccount', holderKey(holder));
  await clearTries(tx.db, 'recoveryByAccount', holderKey(holder));
}

/** Who of a facility has an app or a passkey. */
export async function readWhoHasFactors({ db }: Runtime, { host }: Actor): Promise<Set<string>> {
  const rows = await listHolders(db, host.id);
  return new Set(rows.flatMap(({ staff_id }) => staff_id ?? []));
}

const listHolders = (db: Db, hostId: string) =>
  db
    .selectFrom('passkeys')
    .select('staff_id')
    .where('host_id', '=', hostId)
    .union(
      db
        .selectFrom('second_steps')
        .select('staff_id')
        .where('host_id', '=', hostId)
        .where('secret_sealed', 'is not', null),
    )
    .execute();
