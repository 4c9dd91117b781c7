import { readHostName } from '#domains/facility/read-host.ts';
import type { MailContent, MailKind } from '#domains/mail/mail.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { sama, san } from '#lib/honorific.ts';
import { paths } from '#lib/paths.ts';
import type { Tx } from '#server/transaction.ts';
import type { Actor } from './session/session.ts';
import type { StaffRow } from './staff-rows.ts';
import { listAdmins } from './staff-rows.ts';

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
  const about = staff.confirmed_at === null && staff.email !== null ? staff.email : san(staff.name);
  await tellAdmins(
    tx,
    actor.host.id,
    'admins_changed',
    ({ name }) => adminsChangedMail(name, { by: actor.name, about, change, resetUrl }),
    staff,
  );
}

/** Queues a mail to each admin, or none. @param also another recipient */
export async function tellAdmins(
  tx: Tx,
  hostId: string,
  kind: MailKind,
  contentFor: (admin: StaffRow) => MailContent | null,
  also?: StaffRow,
): Promise<void> {
  const admins = await listAdmins(tx.db, hostId);
  const isMissing = also?.confirmed_at && !admins.some(({ id }) => id === also.id);
  const hostName = await readHostName(tx.db, hostId);
  for (const admin of isMissing ? [...admins, also] : admins) {
    // Admins always have an address.
    if (admin.email === null) continue;
    const content = contentFor(admin);
    if (content === null) continue;
    await queueMail(tx, { kind, hostId, hostName, to: admin.email, content });
  }
}

const staffJoinedMail = (admin: string, name: string, staffsUrl: string): MailContent => ({
  subject: '新しい職員の登録',
  greeting: sama(admin, ' '),
  paragraphs: [
    `${san(name)}が、招待のQRコードから職員として登録しました。写真を見たり、増やしたりできるようになっています。`,
    'お知り合いの方であれば、何もする必要はありません。',
  ],
  button: { label: '職員の一覧を開く', url: staffsUrl },
  notes: [
    'お心当たりのないときは、すぐに一覧からこの方を外してください。招待のQRコードも新しくなります。',
  ],
});

type AdminChange = 'made' | 'unmade' | 'removed';

const CHANGES: Record<AdminChange, (about: string) => string> = {
  made: (about) => `${about}を管理者にしました。`,
  unmade: (about) => `${about}を管理者から職員に変えました。`,
  removed: (about) => `管理者の${about}を施設から外しました。`,
};

const adminsChangedMail = (
  admin: string,
  {
    by,
    about,
    change,
    resetUrl,
  }: { by: string; about: string; change: AdminChange; resetUrl: string },
): MailContent => ({
  subject: '管理者が変わりました',
  greeting: sama(admin, ' '),
  paragraphs: [
    `${san(by)}が、${CHANGES[change](about)}`,
    'ご存じのことであれば、何もする必要はありません。',
  ],
  notes: [
    `お心当たりのないときは、すぐに${san(by)}と、ほかの管理者の方にご確認ください。`,
    `ご自身の名前で、覚えのないことがされていたときは、こちらから新しいパスワードを決めると、すべての端末がログアウトされます。\n${resetUrl}`,
  ],
});
