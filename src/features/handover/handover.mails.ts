import type { YearMonth } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import type { MailContent } from '#features/mail/mail.ts';
import type { HandoverCounts } from './handover.ts';

interface ToHandOver extends Pick<HandoverCounts, 'left' | 'link' | 'print'> {
  yearMonth: YearMonth;
  url: string;
}

/** To every admin on the 1st: how many letters are theirs to hand over. */
export function handoverMail(
  admin: string,
  { yearMonth, left, link, print, url }: ToHandOver,
): MailContent {
  const issue = `${formatMonth(yearMonth)}号`;
  const ways = [
    link > 0 && `リンクでお渡しするご家族が${link}家族`,
    print > 0 && `印刷してお渡しするご家族が${print}家族`,
  ];
  return {
    subject: `${issue}を、${left}家族にお渡しください`,
    greeting: `${admin} 様`,
    paragraphs: [
      `${issue}のお便りができました。メールではお届けしない、${ways.filter(Boolean).join('、')}あります。`,
      '次のボタンから、まだお渡ししていないご家族の一覧が開きます。お渡ししたら「お渡ししました」を押してください。',
    ],
    button: { label: 'お渡しの一覧を開く', url },
    notes: [
      'このメールは、施設の管理者の方に、お届けの日に一度だけお送りしています。リンクや印刷でお渡しするご家族がいない月には、お送りしません。',
    ],
  };
}
