import type { MailContent } from '../mail/mail.ts';
import { TOKEN_LIFETIMES } from '../token/token.ts';

/** To whoever wants to begin; there is no facility yet whose name could stand in front. */
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
