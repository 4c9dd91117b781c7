import type { Holdings } from '#domains/letter/month-contents.ts';
import { familyNameOf } from '#domains/letter/salutation.ts';
import type { LineWords } from '#domains/line/message.ts';
import { HOW_TO_STOP } from '#domains/line/reply-words.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import { phoneLine, whatItHolds } from './delivery-words.ts';
import { jointSubject, whoseLetters } from './joint-words.ts';

interface LineLetter {
  residentName: string;
  holds: Holdings;
  url: string;
}

interface MonthWords {
  /** One or more, each of another resident. */
  letters: readonly LineLetter[];
  yearMonth: YearMonth;
  hostName: string;
  hostPhone: string;
}

/** The monthly message: it names all residents, each with a button to the letter. */
export function lineLetterWords({
  letters,
  yearMonth,
  hostName,
  hostPhone,
}: MonthWords): LineWords {
  const [first] = letters;
  if (first && letters.length === 1 && first.holds.isLast === true) {
    return lastWords(first, hostName, hostPhone);
  }
  const month = formatMonth(yearMonth);
  const isOne = letters.length === 1;
  const what = letters.map(({ residentName, holds }) =>
    isOne ? whatItHolds(holds, month) : `${sama(residentName, ' ')}：${whatItHolds(holds, month)}`,
  );
  return {
    // A lock screen shows it: family names only.
    summary: `【${hostName}】${jointSubject(letters, month)}`,
    sender: hostName,
    title: `${whoseLetters(letters)}、${month}のお便りができました`,
    paragraphs: [what.join('\n')],
    buttons: letters.map(({ residentName, url }) => ({
      label: isOne ? 'お便りを読む' : `${sama(residentName, ' ')}のお便り`,
      url,
    })),
    notes: [
      'ご家族だけのリンクです。ほかの方に送ると、その方にもお便りが見えます。',
      `お問い合わせは、施設までご連絡ください。${phoneLine(hostPhone)}${HOW_TO_STOP}`,
    ],
  };
}

/** Announces the letter after a death, in words that are read in a hard week. */
const lastWords = (
  { residentName, url }: LineLetter,
  hostName: string,
  hostPhone: string,
): LineWords => ({
  isQuiet: true,
  summary: `【${hostName}】${sama(familyNameOf(residentName))}のお便りについて`,
  sender: hostName,
  title: `${sama(residentName, ' ')}のお便りについて`,
  paragraphs: [
    `${sama(residentName, ' ')}のご逝去を悼み、謹んでお悔やみ申し上げます。`,
    '最後のお便りをご用意いたしました。お気持ちの落ち着かれたときに、ご覧ください。',
  ],
  buttons: [{ label: 'お便りを開く', url }],
  notes: [
    '毎月のご案内は、これで終わりといたします。これまでのお便りは、同じページからいつでもご覧いただけます。',
    `お問い合わせは、施設までご連絡ください。${phoneLine(hostPhone)}`,
  ],
});
