import type { MailContent } from '#features/mail/mail.ts';
import { TOKEN_LIFETIMES } from '#features/token/token.ts';

const NOT_YOU = 'お心当たりのないときは、このメールはそのまま消してください。何も変わりません。';
const WARN = 'お心当たりのないときは、すぐに施設の管理者へご連絡ください。';

const holds = (purpose: keyof typeof TOKEN_LIFETIMES): string =>
  `リンクは${TOKEN_LIFETIMES[purpose].text}、一度だけ使えます。期限が切れたときは、同じ画面からもう一度お送りください。`;

const to = (name: string): { greeting?: string } => (name === '' ? {} : { greeting: `${name} 様` });

export const staffSignUpMail = (hostName: string, url: string): MailContent => ({
  subject: '職員登録のご案内',
  paragraphs: [
    `「${hostName}」の職員として、つきだよりに登録するお申し込みを受け付けました。`,
    '次のボタンから、お名前とパスワードを決めると登録が終わります。',
  ],
  button: { label: '登録をつづける', url },
  notes: [holds('staff_sign_up'), NOT_YOU],
});

/** For a sign-up or change to an address that has an account. */
export const accountExistsMail = (
  name: string,
  loginUrl: string,
  resetUrl: string,
): MailContent => ({
  subject: 'すでに登録があります',
  ...to(name),
  paragraphs: [
    'このメールアドレスで、つきだよりへの登録または変更のお申し込みがありましたが、すでに登録があるため、何も変えていません。',
    '次のボタンから、そのままログインできます。',
    `パスワードをお忘れのときは、こちらから新しくできます。\n${resetUrl}`,
  ],
  button: { label: 'ログインする', url: loginUrl },
  notes: [NOT_YOU],
});

export const passwordResetMail = (name: string, url: string): MailContent => ({
  subject: 'パスワードの再設定',
  ...to(name),
  paragraphs: [
    'パスワードを再設定するお申し込みを受け付けました。次のボタンから、新しいパスワードを決めてください。',
  ],
  button: { label: '新しいパスワードを決める', url },
  notes: [holds('password'), NOT_YOU],
});

export const passwordChangedMail = (name: string, resetUrl: string): MailContent => ({
  subject: 'パスワードが変わりました',
  ...to(name),
  paragraphs: [
    'つきだよりのパスワードが変更されました。ほかの端末では、新しいパスワードでもう一度ログインしてください。',
    'ご自身で変更されたのであれば、何もする必要はありません。',
  ],
  notes: [
    WARN,
    `ご自身でないときは、こちらから新しいパスワードを決めると、すべての端末がログアウトされます。\n${resetUrl}`,
  ],
});

export const emailChangeMail = (name: string, url: string): MailContent => ({
  subject: 'メールアドレスの確認',
  ...to(name),
  paragraphs: [
    'つきだよりのメールアドレスを、このアドレスに変えるお申し込みを受け付けました。',
    '次のページを開き、「このアドレスに変える」を押すと、変更が終わります。',
  ],
  button: { label: '確認のページを開く', url },
  notes: [holds('email'), NOT_YOU],
});

/** Without the new address. */
export const emailChangeRequestedMail = (name: string, resetUrl: string): MailContent => ({
  subject: 'メールアドレス変更のお申し込み',
  ...to(name),
  paragraphs: [
    'つきだよりのメールアドレスを、別のアドレスに変えるお申し込みがありました。新しいアドレスで確認されると変わります。それまでは、このアドレスのままです。',
    'ご自身で申し込まれたのであれば、何もする必要はありません。',
  ],
  notes: [
    `ご自身でないときは、すぐに、こちらから新しいパスワードを決めてください。このお申し込みは取り消され、すべての端末がログアウトされます。\n${resetUrl}`,
  ],
});

/** Without the new address. */
export const emailChangedMail = (name: string): MailContent => ({
  subject: 'メールアドレスが変わりました',
  ...to(name),
  paragraphs: [
    'つきだよりのログインに使うメールアドレスが、別のアドレスに変更されました。これからのお知らせは、新しいアドレスに届きます。ほかの端末では、新しいアドレスでもう一度ログインしてください。',
    'ご自身で変更されたのであれば、何もする必要はありません。',
  ],
  notes: [WARN],
});
