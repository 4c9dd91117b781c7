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
  /** Letters still come; the resident may have left or died since the relative wrote. */
  goesOn: boolean;
}

export const takenInMail = (words: TakenIn): MailContent => ({
  subject: words.goesOn ? 'お便りをお届けできるようになりました' : 'お便りをお読みいただけます',
  greeting: sama(words.name, ' '),
  paragraphs: takenInWords(words),
  button: { label: 'お便りを開く', url: words.url },
  notes: ['このリンクは、あなただけのものです。ほかの方には送らないでください。'],
});

const takenInWords = ({ hostName, residentName, goesOn }: TakenIn): string[] => {
  const taken = `${hostName}が、お申し込みをお受けしました。`;
  const who = sama(residentName, ' ');
  return goesOn
    ? [
        `${taken}${who}のお便りを、毎月1日に、このメールアドレスへお届けします。`,
        'これまでのお便りも、次のボタンから、いつでもご覧いただけます。',
      ]
    : [`${taken}${who}のこれまでのお便りを、次のボタンからご覧いただけます。`];
};

export const refusedMail = (hostName: string, name: string, reason: string): MailContent => ({
  subject: 'お申し込みについて',
  greeting: sama(name, ' '),
  paragraphs: [
    `${hostName}のお便りのお申し込みを、今回はお受けできませんでした。`,
    `施設からのお知らせ：\n${reason}`,
    'もう一度お申し込みになるときは、施設からお渡しした紙のQRコードを読み取ってください。',
  ],
});
