import type { Holdings } from '#domains/letter/month-contents.ts';
import { familyNameOf } from '#domains/letter/salutation.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import {
  isAboutResident,
  jointSubject,
  phoneLine,
  subjectOf,
  whatItHolds,
  whoseLetters,
} from './letter-words.ts';

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
  /** The family's page 受け取り方; none in a sample for staff. */
  receiveUrl?: string;
  isTest?: boolean;
  /** The family may have its letters by LINE. */
  offersLine?: boolean;
}

const OFFERS_LINE =
  'LINEでも受け取れます。お便りのいちばん下の「受け取り方」から、お申し込みください。';

/** Where the mail is stopped, paused or changed for another way. */
const OWN_WAY = 'メールを止める・受け取り方を変える';

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
      'これまでのお便りも、同じページからご覧いただけます。',
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
  receiveUrl,
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
      `お問い合わせは、施設までご連絡ください。${phoneLine(hostPhone)}`,
    ],
    ...(receiveUrl !== undefined && { footLinks: [{ label: OWN_WAY, url: receiveUrl }] }),
  };
}

const whoseOf = (name: string, holds: Holdings): string =>
  isAboutResident(holds) ? `${sama(name, ' ')}の` : '';

interface JointWords extends Pick<
  DeliveryWords,
  'yearMonth' | 'hostPhone' | 'signature' | 'offersLine'
> {
  /** Two or more. */
  letters: readonly (Pick<DeliveryWords, 'familyName' | 'residentName' | 'holds' | 'url'> & {
    receiveUrl: string;
  })[];
}

/** The monthly mail to a relative of several residents: it names all, each with its own link. */
export function jointMail({
  letters,
  yearMonth,
  hostPhone,
  signature,
  offersLine = false,
}: JointWords): MailContent {
  const month = formatMonth(yearMonth);
  const readers = [...new Set(letters.map(({ familyName }) => familyName))];
  const [button, ...moreButtons] = letters.map(({ residentName, url }) => ({
    label: `${sama(residentName, ' ')}のお便りを読む`,
    url,
  }));
  return {
    subject: jointSubject(letters, month),
    greeting: readers.map((name) => sama(name, ' ')).join('、'),
    paragraphs: [
      `いつもお世話になっております。${whoseLetters(letters)}、${month}のお便りができました。`,
      letters
        .map(
          ({ residentName, holds }) => `${sama(residentName, ' ')}：${whatItHolds(holds, month)}`,
        )
        .join('\n'),
      '次のボタンから、お一人ずつ、いつでもご覧いただけます。',
    ],
    ...(button && { button }),
    moreButtons,
    ...(signature !== '' && { signature }),
    notes: [
      'ご家族だけのリンクです。ほかの方に送ると、その方にも、みなさまのお便りが見えます。',
      ...(offersLine ? [OFFERS_LINE] : []),
      `お問い合わせは、施設までご連絡ください。${phoneLine(hostPhone)}`,
    ],
    footLinks: letters.map(({ residentName, receiveUrl }) => ({
      label: `${OWN_WAY}（${sama(residentName, ' ')}）`,
      url: receiveUrl,
    })),
  };
}
