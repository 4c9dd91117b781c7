import type { MailContent } from '#domains/mail/mail.ts';

export interface Told {
  /** null: the operator, who is no person of a facility. */
  name: string | null;
  /** What to do if it was someone else. */
  remedy: string[];
}

export const staffRemedy = (resetUrl: string): string[] => [
  'お心当たりのないときは、すぐに施設の管理者へご連絡ください。',
  `そのうえで次のページを開き、新しいパスワードを決めてください。すべての端末がログアウトされます。マイページの「ログインの方法」に知らないものがあれば、外してください。\n${resetUrl}`,
];

export const operatorRemedy = (command: string): string[] => [
  `お心当たりのないときは、すぐにサーバーで次の操作をして、運営者のアカウントを作り直してください。今のアカウントは使えなくなります。\n${command} operator-link`,
];

const whose = ({ name }: Told): string => (name === null ? '運営者の画面' : 'つきだより');
const greetingOf = ({ name }: Told): { greeting?: string } =>
  name ? { greeting: `${name} 様` } : {};

export const wayInMail = (to: Told, url: string, lifetime: string): MailContent => ({
  subject: 'この端末でログインするためのリンク',
  ...greetingOf(to),
  paragraphs: [
    `${whose(to)}へのログインで、間違いが続いています。そのため、はじめての端末からのログインを、しばらく止めています。`,
    'いまログインしようとしたのがご自身であれば、その端末で次のボタンを開き、もう一度ログインしてください。このメールを別の端末でご覧のときは、下のアドレスを、ログインしたい端末で開いてください。',
  ],
  button: { label: 'この端末でログインする', url },
  notes: [
    `リンクは${lifetime}、一度だけ使えます。ほかの人に渡さないでください。`,
    'このメールは、正しいパスワードが入力されたときにだけ届きます。',
    ...to.remedy,
  ],
});
