import type { MailContent } from '#domains/mail/mail.ts';
import { sama } from '#lib/honorific.ts';
import { TOKEN_LIFETIMES } from './one-time/token.ts';

const NOT_YOU = 'お心当たりのないときは、このメールはそのまま削除してください。何も変わりません。';
const WARN = 'お心当たりのないときは、すぐに施設の管理者へご連絡ください。';

/** What the page does for anyone, signed in or not. @param also what else ends with it */
const startAnew = (also: string, resetUrl: string): string =>
  `ご自身でないときは、すぐに次のページを開き、新しいパスワードを決めてください。すべての端末がログアウトされます。${also}\n${resetUrl}`;

const holds = (purpose: keyof typeof TOKEN_LIFETIMES): string =>
  `リンクは${TOKEN_LIFETIMES[purpose].text}、一度だけ使えます。期限が切れたときは、同じ画面からもう一度お送りください。`;

const to = (name: string): { greeting?: string } =>
  name === '' ? {} : { greeting: sama(name, ' ') };

export const staffSignUpMail = (hostName: string, url: string): MailContent => ({
  subject: '職員登録のご案内',
  paragraphs: [
    `「${hostName}」の職員として、つきだよりに登録するお申し込みを受け付けました。`,
    '次のボタンから、お名前とパスワードを決めると登録が終わります。',
  ],
  button: { label: '登録を続ける', url },
  notes: [holds('staff_sign_up'), NOT_YOU],
});

/** For a sign-up or change to an address that has an account; its facility is its reader's own. */
export const accountExistsMail = (
  { name, hostName }: { name: string; hostName: string },
  loginUrl: string,
  resetUrl: string,
): MailContent => ({
  subject: 'すでに登録があります',
  ...to(name),
  paragraphs: [
    'このメールアドレスで、つきだよりへの登録または変更のお申し込みがありましたが、すでに登録があるため、何も変えていません。',
    `このアドレスは、「${hostName}」の職員として登録されています。この施設でお使いになるときは、次のボタンから、そのままログインできます。`,
    `パスワードをお忘れのときは、こちらから新しくできます。\n${resetUrl}`,
    'ほかの施設でお使いになるときは、別のメールアドレスでお申し込みください。同じアドレスで移るときは、先に「マイページ」でアドレスを変えるか、今の施設の管理者に職員の一覧から外してもらい、もう一度お申し込みください。',
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

/** Without the link, which the operator hands over. */
export const resetLinkMadeMail = (name: string, resetUrl: string): MailContent => ({
  subject: 'パスワードを決め直すリンクが作られました',
  ...to(name),
  paragraphs: [
    'つきだよりの運営者が、あなたのパスワードを決め直すためのリンクを作りました。リンクは運営者が直接お渡しするので、このメールにはありません。',
    'ご自身で頼まれたのであれば、何もする必要はありません。リンクを使うまでは、今のパスワードのままです。',
  ],
  notes: [WARN, startAnew('作られたリンクは使えなくなります。', resetUrl)],
});

export const resetLinkMadeByOperatorMail = (of: {
  hostName: string;
  hostId: string;
  name: string;
  command: string;
}): MailContent => ({
  subject: '職員のパスワードのリンクが作られました',
  paragraphs: [
    `施設: ${of.hostName}（番号 ${of.hostId}）\n職員: ${sama(of.name, ' ')}`,
    '運営者の画面か操作で、この方のパスワードを決め直すリンクが作られました。ご本人にもメールでお知らせしています。',
  ],
  notes: [
    `お心当たりのないときは、すぐに次の操作で運営者のアカウントを作り直し、この施設にご連絡ください。今のアカウントは使えなくなります。\n${of.command} operator-link`,
  ],
});

export const passwordChangedMail = (name: string, resetUrl: string): MailContent => ({
  subject: 'パスワードが変わりました',
  ...to(name),
  paragraphs: [
    'つきだよりのパスワードが変更されました。ほかの端末では、新しいパスワードでもう一度ログインしてください。',
    'ご自身で変更されたのであれば、何もする必要はありません。',
  ],
  notes: [WARN, startAnew('', resetUrl)],
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
  notes: [startAnew('このお申し込みは取り消されます。', resetUrl)],
});

/** Without the new address, to the old one, whose reader can no longer sign in. */
export const emailChangedMail = (name: string, contactUrl: string): MailContent => ({
  subject: 'メールアドレスが変わりました',
  ...to(name),
  paragraphs: [
    'つきだよりのログインに使うメールアドレスが、別のアドレスに変更されました。これからのお知らせは、新しいアドレスに届きます。ほかの端末では、新しいアドレスでもう一度ログインしてください。',
    'ご自身で変更されたのであれば、何もする必要はありません。',
  ],
  notes: [
    'ご自身でないときは、すぐに施設の管理者へご連絡ください。管理者が職員の一覧からこの登録を外すと、その場で誰も使えなくなり、もう一度ご招待できます。写真はなくなりません。',
    `ほかに管理者がいないときや、連絡がつかないときは、施設名とお名前を書いて、運営者へお知らせください。\n${contactUrl}`,
  ],
});

export const hostSignUpMail = (url: string): MailContent => ({
  subject: '施設のご登録を続けてください',
  paragraphs: [
    'つきだよりにお申し込みいただき、ありがとうございます。',
    '次のボタンから、施設のお名前と住所、ご担当者のお名前を入力すると、登録が終わります。お試しのあいだ、料金はかかりません。',
  ],
  button: { label: '登録を続ける', url },
  notes: [
    `リンクは${TOKEN_LIFETIMES.host_sign_up.text}、一度だけ使えます。期限が切れたときは、同じ画面からもう一度お送りください。`,
    'お心当たりのないときは、このメールはそのまま削除してください。何も登録されません。',
  ],
});

/** To every admin, some days before the trial ends. */
interface TrialEnding {
  days: number;
  lastDay: string;
  /** The first letter that is not sent: `12月1日(火)の11月号`. null if none would be. */
  missed: string | null;
  /** The facility has a last day of its own, some time later. */
  isEnding: boolean;
  url: string;
}

export const trialEndingMail = (
  admin: string,
  { days, lastDay, missed, isEnding, url }: TrialEnding,
): MailContent => ({
  subject: `お試し期間は、あと${days}日です`,
  greeting: sama(admin, ' '),
  paragraphs: [
    `つきだよりのお試し期間は、${lastDay}で終わります。${missed === null ? '' : `${missed}は、このままではご家族に届きません。`}`,
    '続けてお使いになるときは、次のボタンから「続けて利用する」を押してください。今のまま途切れずにお使いいただけます。',
  ],
  button: { label: 'ご利用プランを開く', url },
  notes: [
    isEnding
      ? 'お続けにならないときは、何もする必要はありません。自動で料金がかかることはありません。'
      : 'お続けにならないときは、何もする必要はありません。自動で料金がかかることはなく、写真もお便りも残り、ご家族はこれまでのお便りをそのままご覧になれます。',
  ],
});

/** The operator handles billing. */
export const continuedMail = (facility: {
  id: string;
  name: string;
  plan: string;
  phone: string;
  admin: string;
  email: string;
  command: string;
}): MailContent => ({
  subject: '続けて利用するお申し込みがありました',
  paragraphs: [
    [
      `施設: ${facility.name}（番号 ${facility.id}）`,
      `プラン: ${facility.plan}`,
      `お電話: ${facility.phone}`,
      `お申し込みの方: ${facility.admin}（${facility.email}）`,
    ].join('\n'),
    'この施設は、お試し期間のあとも使えるままです。確認できるまで、写真の容量と、はじめての宛先へのメールの数は、お試しのときのままです。',
  ],
  notes: [
    `確認できたら、次の操作で期限のない利用に切り替えてください。\n${facility.command} continue-facility ${facility.id}`,
    'このメールに返信すると、お申し込みの方に届きます。',
  ],
});
