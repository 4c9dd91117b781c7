import type { Holdings } from '#domains/letter/month-contents.ts';
import { familyNameOf } from '#domains/letter/salutation.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';

interface DeliveryWords {
  familyName: string;
  /** Not in the subject, which a lock screen shows. */
  residentName: string;
  /** The letter's month, not the month of delivery. */
  yearMonth: YearMonth;
  holds: Holdings;
  url: string;
  hostPhone: string;
  signature: string;
  isTest?: boolean;
  /** The family may have its letters by LINE. */
  offersLine?: boolean;
}

export const OFFERS_LINE =
  'LINEでも受け取れます。お便りのいちばん下の「LINEで受け取る」から、お申し込みください。';

const TEST_MARK = '（テスト）';
const TEST_NOTE =
  'これは、届くかどうかを確かめるためのテストのメールです。毎月のお便りも、この形でお届けします。';

/** The monthly mail; the sender's name is prefixed to the subject. */
export const deliveryMail = (words: DeliveryWords): MailContent =>
  words.holds.isLast ? lastMail(words) : monthlyMail(words);

/** Announces the letter after a death, in words that are read in a hard week. */
function lastMail({
  familyName,
  residentName,
  url,
  hostPhone,
  signature,
}: DeliveryWords): MailContent {
  return {
    isQuiet: true,
    subject: `${sama(familyNameOf(residentName))}のお便りについて`,
    greeting: sama(familyName, ' '),
    paragraphs: [
      `${sama(residentName, ' ')}のご逝去を悼み、謹んでお悔やみ申し上げます。`,
      '最後のお便りをご用意いたしました。お気持ちの落ち着かれたときに、ご覧ください。',
    ],
    button: { label: 'お便りを開く', url },
    ...(signature !== '' && { signature }),
    notes: [
      '毎月のメールは、これで終わりといたします。これまでのお便りは、同じページからいつでもご覧いただけます。',
      `お問い合わせは、施設までご連絡ください。${phoneLine(hostPhone)}`,
    ],
  };
}

function monthlyMail({
  familyName,
  residentName,
  yearMonth,
  holds,
  url,
  hostPhone,
  signature,
  isTest = false,
  offersLine = false,
}: DeliveryWords): MailContent {
  const month = formatMonth(yearMonth);
  return {
    subject: `${isTest ? TEST_MARK : ''}${subjectOf(sama(familyNameOf(residentName)), holds, month)}`,
    greeting: sama(familyName, ' '),
    paragraphs: [
      ...(isTest ? [TEST_NOTE] : []),
      `いつもお世話になっております。${whoseOf(residentName, holds)}${month}のお便りができました。`,
      `${whatItHolds(holds, month)}次のボタンから、いつでもご覧いただけます。`,
    ],
    button: { label: 'お便りを読む', url },
    ...(signature !== '' && { signature }),
    notes: [
      'ご家族だけのリンクです。ほかの方に送ると、その方にもお便りが見えます。',
      ...(offersLine ? [OFFERS_LINE] : []),
      `お届け先の変更や、メールを止めたいときは、施設までご連絡ください。${phoneLine(hostPhone)}`,
    ],
  };
}

/** A letter of facility-wide photos or a greeting alone is not about the resident. */
export const isAboutResident = ({ ownPhotos, hasNote }: Holdings): boolean =>
  ownPhotos > 0 || hasNote;

const whoseOf = (name: string, holds: Holdings): string =>
  isAboutResident(holds) ? `${sama(name, ' ')}の` : '';

/** What there is of the resident comes first. @param who `佐藤様` */
export function subjectOf(
  who: string,
  { ownPhotos, hasNote, hasSharedPhotos }: Holdings,
  month: string,
): string {
  if (ownPhotos > 0) return `${who}の${month}号のお便りをお届けします`;
  if (hasNote) return `${who}の${month}のご様子をお届けします`;
  if (hasSharedPhotos) return `${who}のご家族へ、${month}の施設のようすをお届けします`;
  return `${who}のご家族へ、${month}号のごあいさつをお届けします`;
}

export function whatItHolds(
  { ownPhotos, hasNote, hasSharedPhotos }: Holdings,
  month: string,
): string {
  if (ownPhotos > 0) {
    return hasNote
      ? `写真${ownPhotos}枚と、職員からの文章で、ご様子をお伝えします。`
      : `写真${ownPhotos}枚をお届けします。`;
  }
  if (hasNote) {
    const more = hasSharedPhotos ? '行事などの写真も、ご一緒にどうぞ。' : '';
    return `${month}のご様子を、職員が文章でお伝えします。${more}`;
  }
  if (hasSharedPhotos) return `${month}の施設のようすを、写真でお届けします。`;
  return '施設からのごあいさつをお届けします。';
}

export const phoneLine = (phone: string): string => (phone === '' ? '' : `（電話 ${phone}）`);
