import type { MailContent } from '#domains/mail/mail.ts';
import { sama, san } from '#lib/honorific.ts';

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
  name ? { greeting: sama(name, ' ') } : {};

export const wayInMail = (to: Told, url: string, lifetime: string): MailContent => ({
  subject: 'この端末でログインするためのリンク',
  ...greetingOf(to),
  paragraphs: [
    `${whose(to)}へのログインで、間違いが続いています。そのため、はじめての端末からのログインを、しばらく止めています。`,
    '今ログインしようとしたのがご自身であれば、その端末で次のボタンを開き、もう一度ログインしてください。このメールを別の端末でご覧のときは、下のアドレスを、ログインしたい端末で開いてください。',
  ],
  button: { label: 'この端末でログインする', url },
  notes: [
    `リンクは${lifetime}、一度だけ使えます。ほかの人に渡さないでください。`,
    'このメールは、正しいパスワードが入力されたときにだけ、お送りしています。',
    ...to.remedy,
  ],
});

export const newBrowserMail = (
  to: Told,
  { at, device, way }: { at: string; device: string; way: string },
): MailContent => ({
  subject: 'はじめての端末からのログイン',
  ...greetingOf(to),
  paragraphs: [
    `${whose(to)}に、これまで使われていなかった端末からログインがありました。`,
    `日時: ${at}\n端末: ${device}\nログインの方法: ${way}`,
    'ご自身であれば、何もする必要はありません。',
  ],
  notes: to.remedy,
});

/** A change of what opens an account. */
const ACCOUNT_CHANGES = {
  passkeyMade: {
    subject: 'パスキーが登録されました',
    says: (name) => `パスキー「${name}」が登録されました。その端末の指紋や顔で、ログインできます。`,
  },
  passkeyRemoved: {
    subject: 'パスキーが外されました',
    says: (name) => `パスキー「${name}」が外されました。そのパスキーでは、もうログインできません。`,
  },
  appMade: {
    subject: '二段階の確認が設定されました',
    says: () =>
      '二段階の確認に、認証アプリが登録されました。前のアプリと予備のコードがあれば、もう使えません。',
  },
  appRemoved: {
    subject: '二段階の確認がなくなりました',
    says: () => '二段階の確認をやめました。認証アプリと予備のコードは、もう使いません。',
  },
  codesRenewed: {
    subject: '予備のコードが作り直されました',
    says: () => '予備のコードが作り直されました。前のコードは、もう使えません。',
  },
  codeUsed: {
    subject: '予備のコードが使われました',
    says: (left) => `予備のコードがひとつ使われました。残りは${left}個です。`,
  },
  waysTakenBack: {
    subject: 'ログインの方法が、運営者の操作で外されました',
    says: () =>
      'つきだよりの運営者が、あなたの認証アプリと予備のコード、パスキーを外し、すべての端末からログアウトしました。パスワードはそのままです。ログインしたあと、もう一度設定してください。',
  },
  waysTakenBackByAdmin: {
    subject: 'ログインの方法が、管理者の操作で外されました',
    says: (by) =>
      `${by}が、あなたの認証アプリと予備のコード、パスキーを外し、すべての端末からログアウトしました。パスワードはそのままです。ログインしたあと、もう一度設定してください。`,
  },
  password: {
    subject: 'パスワードが変わりました',
    says: () => 'パスワードが変更されました。ほかの端末からは、ログアウトされました。',
  },
  address: {
    subject: 'メールアドレスが変わりました',
    says: () =>
      'ログインに使うメールアドレスが、このアドレスになりました。これまでのアドレスにも、お知らせしています。',
  },
  replaced: {
    subject: '運営者のアカウントが作り直されました',
    says: () =>
      'このアドレスの運営者のアカウントは、新しいものに替わりました。前のアカウントでは、もうログインできません。',
  },
} satisfies Record<string, { subject: string; says: (detail: string) => string }>;

export type AccountChange = keyof typeof ACCOUNT_CHANGES;

export function accountChangedMail(to: Told, change: AccountChange, detail: string): MailContent {
  const { subject, says } = ACCOUNT_CHANGES[change];
  return {
    subject,
    ...greetingOf(to),
    paragraphs: [
      `${whose(to)}のログインについて、お知らせします。`,
      says(detail),
      'ご存じのことであれば、何もする必要はありません。',
    ],
    notes: to.remedy,
  };
}

/** To every admin of the facility, also to the one who did it. */
export const colleaguesWaysTakenBackMail = (
  admin: string,
  { by, name, resetUrl }: { by: string; name: string; resetUrl: string },
): MailContent => ({
  subject: '職員の二段階の確認が外されました',
  greeting: sama(admin, ' '),
  paragraphs: [
    `${san(by)}が、${san(name)}の認証アプリと予備のコード、パスキーを外しました。${san(name)}にも、メールでお知らせしています。`,
    'ご存じのことであれば、何もする必要はありません。',
  ],
  notes: [
    `お心当たりのないときは、すぐに${san(by)}と${san(name)}にご確認ください。`,
    `ご自身の名前で、覚えのないことがされていたときは、こちらから新しいパスワードを決めると、すべての端末がログアウトされます。\n${resetUrl}`,
  ],
});

/** To the operator, in whose name it was done. */
export const waysTakenBackMail = (of: {
  hostName: string;
  hostId: string;
  name: string;
}): MailContent => ({
  subject: '職員の二段階の確認が外されました',
  paragraphs: [
    `施設: ${of.hostName}（番号 ${of.hostId}）\n職員: ${sama(of.name, ' ')}`,
    'サーバーでの操作で、この方の認証アプリと予備のコード、パスキーが外されました。ご本人にもメールでお知らせしています。',
  ],
  notes: [
    'お心当たりのないときは、すぐにサーバーに入れる人をお確かめになり、この施設にご連絡ください。',
  ],
});
