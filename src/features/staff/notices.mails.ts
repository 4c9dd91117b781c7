import type { MailContent } from '#features/mail/mail.ts';

export const staffJoinedMail = (admin: string, name: string, staffsUrl: string): MailContent => ({
  subject: '新しい職員の登録',
  greeting: `${admin} 様`,
  paragraphs: [
    `${name}さんが、招待のQRコードから職員として登録しました。写真を見たり、増やしたりできるようになっています。`,
    'お知り合いの方であれば、何もする必要はありません。',
  ],
  button: { label: '職員の一覧を開く', url: staffsUrl },
  notes: [
    'お心当たりのないときは、すぐに一覧からこの方を外してください。招待のQRコードも新しくなります。',
  ],
});

export type AdminChange = 'made' | 'unmade' | 'removed';

const CHANGES: Record<AdminChange, (about: string) => string> = {
  made: (about) => `${about}を管理者にしました。`,
  unmade: (about) => `${about}を管理者から職員に変えました。`,
  removed: (about) => `管理者の${about}を施設から外しました。`,
};

export const adminsChangedMail = (
  admin: string,
  {
    by,
    about,
    change,
    resetUrl,
  }: { by: string; about: string; change: AdminChange; resetUrl: string },
): MailContent => ({
  subject: '管理者が変わりました',
  greeting: `${admin} 様`,
  paragraphs: [
    `${by}さんが、${CHANGES[change](about)}`,
    'ご存じのことであれば、何もする必要はありません。',
  ],
  notes: [
    `お心当たりのないときは、すぐに${by}さんと、ほかの管理者の方にご確認ください。`,
    `ご自身の名前で、覚えのないことがされていたときは、こちらから新しいパスワードを決めると、すべての端末がログアウトされます。\n${resetUrl}`,
  ],
});
