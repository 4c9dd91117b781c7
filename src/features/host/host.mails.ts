import type { MailContent } from '#features/mail/mail.ts';
import { TOKEN_LIFETIMES } from '#features/token/token.ts';

export const hostSignUpMail = (url: string): MailContent => ({
  subject: '施設のご登録をつづけてください',
  paragraphs: [
    'つきだよりにお申し込みいただき、ありがとうございます。',
    '次のボタンから、施設のお名前と住所、ご担当者のお名前を入力すると、登録が終わります。お試しのあいだ、料金はかかりません。',
  ],
  button: { label: '登録をつづける', url },
  notes: [
    `リンクは${TOKEN_LIFETIMES.host_sign_up.text}、一度だけ使えます。期限が切れたときは、同じ画面からもう一度お送りください。`,
    'お心当たりのないときは、このメールはそのまま消してください。何も登録されません。',
  ],
});

/** To every admin, some days before the trial ends. */
export const trialEndingMail = (
  admin: string,
  { days, lastDay, url }: { days: number; lastDay: string; url: string },
): MailContent => ({
  subject: `お試し期間は、あと${days}日です`,
  greeting: `${admin} 様`,
  paragraphs: [
    `つきだよりのお試し期間は、${lastDay}で終わります。`,
    'つづけてお使いになるときは、次のボタンから「続けて利用する」を押してください。今のまま途切れずにお使いいただけます。',
  ],
  button: { label: 'ご利用プランを開く', url },
  notes: [
    'お続けにならないときは、何もする必要はありません。自動で料金がかかることはなく、写真もお便りも残り、ご家族はこれまでのお便りをそのままご覧になれます。',
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
