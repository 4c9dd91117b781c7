import { paths } from '#lib/paths.ts';
import type { Tx } from '#server/transaction.ts';
import { readHostName } from '#features/host/host.service.ts';
import type { MailContent, MailKind } from '#features/mail/mail.ts';
import { queueMail } from '#features/mail/outbox.service.ts';
import type { Actor } from '#features/session/session.ts';
import { adminsChangedMail, staffJoinedMail } from './notices.mails.ts';
import type { AdminChange } from './notices.mails.ts';
import type { StaffRow } from './staff.repository.ts';
import { listAdmins } from './staff.repository.ts';

/** Tells every admin: a thief with an admin's session could create a lasting account (P29). */

export const tellStaffJoined = (tx: Tx, hostId: string, name: string) => {
  const url = `${tx.env.PUBLIC_URL}${paths.staffs}`;
  return tellAdmins(tx, hostId, 'staff_joined', ({ name: admin }) =>
    staffJoinedMail(admin, name, url),
  );
};

/** @param staff the person concerned, before the change; notified as well */
export async function tellAdminsChanged(
  tx: Tx,
  actor: Actor,
  staff: StaffRow,
  change: AdminChange,
): Promise<void> {
  const resetUrl = `${tx.env.PUBLIC_URL}${paths.newPassword}`;
  const about =
    staff.confirmed_at === null && staff.email !== null ? staff.email : `${staff.name}さん`;
  await tellAdmins(
    tx,
    actor.host.id,
    'admins_changed',
    ({ name }) => adminsChangedMail(name, { by: actor.name, about, change, resetUrl }),
    staff,
  );
}

/** Queues a mail to each admin. @param also another recipient */
export async function tellAdmins(
  tx: Tx,
  hostId: string,
  kind: MailKind,
  contentFor: (admin: StaffRow) => MailContent,
  also?: StaffRow,
): Promise<void> {
  const admins = await listAdmins(tx.db, hostId);
  const isMissing = also?.confirmed_at && !admins.some(({ id }) => id === also.id);
  const hostName = await readHostName(tx.db, hostId);
  for (const admin of isMissing ? [...admins, also] : admins) {
    // Admins always have an address.
    if (admin.email === null) continue;
    await queueMail(tx, {
      kind,
      hostId,
      hostName,
      to: admin.email,
      content: contentFor(admin),
    });
  }
}
