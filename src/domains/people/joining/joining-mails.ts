import type { MailContent } from '#domains/mail/mail.ts';
import { sama } from '#lib/honorific.ts';

/** To an address that nobody has proven: it names the facility, and no person (P40). */
export const addressProofMail = (hostName: string, url: string): MailContent => ({
  subject: 'メールアドレスの確認',
  paragraphs: [
    `${hostName}のお便りを、このメールアドレスで受け取るお申し込みがありました。`,
    '次のページを開き、「このアドレスで受け取る」を押してください。',
  ],
  button: { label: '確認のページを開く', url },
  notes: [
    'リンクは24時間使えます。期限が切れたときは、アドレスを書いたページから、もう一度お送りください。',
    'お心当たりのないときは、ボタンを押さずに、このメールを削除してください。お便りは届きません。',
  ],
});

interface TakenIn {
  hostName: string;
  name: string;
  residentName: string;
  url: string;
}

export const takenInMail = ({ hostName, name, residentName, url }: TakenIn): MailContent => ({
  subject: 'お便りをお届けできるようになりました',
  greeting: sama(name, ' '),
  paragraphs: [
    `${hostName}が、お申し込みをお受けしました。${sama(residentName, ' ')}のお便りを、毎月1日に、このメールアドレスへお届けします。`,
    'これまでのお便りも、次のボタンから、いつでもご覧いただけます。',
  ],
  button: { label: 'お便りを開く', url },
  notes: ['このリンクは、あなただけのものです。ほかの方には送らないでください。'],
});

export const refusedMail = (hostName: string, name: string, reason: string): MailContent => ({
  subject: 'お申し込みについて',
  greeting: sama(name, ' '),
  paragraphs: [
    `${hostName}のお便りのお申し込みを、今回はお受けできませんでした。`,
    `施設からのお知らせ：\n${reason}`,
    'もう一度お申し込みになるときは、施設からお渡しした紙のQRコードを読み取ってください。',
  ],
});
