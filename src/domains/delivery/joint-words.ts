import type { Holdings } from '#domains/letter/month-contents.ts';
import { familyNameOf } from '#domains/letter/salutation.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import {
  OFFERS_LINE,
  isAboutResident,
  phoneLine,
  subjectOf,
  whatItHolds,
} from './delivery-words.ts';

interface ToSend {
  row: { email: string | null; residentId: string };
  holds: Holdings;
}

/**
 * Letters by mail: those to one address are one mail, each of another resident
 * (domain.md#one-relative-several-residents). A last letter is a mail of its own. An address has its
 * mails one after another, so that a run plans them alike however it is divided.
 */
export const inOneMail = <T extends ToSend>(letters: readonly T[]): T[][] =>
  [...Map.groupBy(letters, ({ row }) => row.email ?? '').values()].flatMap(mailsToOne);

function mailsToOne<T extends ToSend>(letters: readonly T[]): T[][] {
  const mails = new Map<string, T[]>();
  const count = new Map<string, number>();
  for (const [at, letter] of letters.entries()) {
    const { residentId } = letter.row;
    const turn = count.get(residentId) ?? 0;
    count.set(residentId, turn + 1);
    const key = letter.holds.isLast ? `last ${at}` : String(turn);
    mails.set(key, [...(mails.get(key) ?? []), letter]);
  }
  return [...mails.values()];
}

interface JointLetter {
  familyName: string;
  residentName: string;
  holds: Holdings;
  url: string;
}

interface JointWords {
  /** Two or more. */
  letters: readonly JointLetter[];
  yearMonth: YearMonth;
  hostPhone: string;
  signature: string;
  offersLine?: boolean;
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
      `お届け先の変更や、メールを止めたいときは、施設までご連絡ください。${phoneLine(hostPhone)}`,
    ],
  };
}

interface OfResident {
  residentName: string;
  holds: Holdings;
}

/** A letter may hold nothing about its resident while another's does. */
export function jointSubject(letters: readonly OfResident[], month: string): string {
  const who = namesOf(letters.map(({ residentName }) => residentName));
  const about = letters.filter(({ holds }) => isAboutResident(holds)).length;
  return about > 0 && about < letters.length
    ? `${who}の${month}号のお便りをお届けします`
    : subjectOf(who, together(letters), month);
}

/** `佐藤 ハル 様と鈴木 キヨ 様の`, or `…のご家族へ` where nothing is about them */
export function whoseLetters(letters: readonly OfResident[]): string {
  const who = letters.map(({ residentName }) => sama(residentName, ' ')).join('と');
  return `${who}${letters.some(({ holds }) => isAboutResident(holds)) ? 'の' : 'のご家族へ'}`;
}

/** `佐藤様と鈴木様`: family names only, since a lock screen shows the subject. */
function namesOf(names: readonly string[]): string {
  const families = [...new Set(names.map(familyNameOf))];
  if (names.length === 1) return sama(families[0] ?? '');
  if (families.length === 1) {
    return `${sama(families[0] ?? '')}${names.length === 2 ? 'お二人' : `お${names.length}人`}`;
  }
  return families.map((name) => sama(name)).join(families.length === 2 ? 'と' : '、');
}

const together = (letters: readonly Pick<JointLetter, 'holds'>[]): Holdings => ({
  ownPhotos: letters.reduce((sum, { holds }) => sum + holds.ownPhotos, 0),
  hasNote: letters.some(({ holds }) => holds.hasNote),
  hasSharedPhotos: letters.some(({ holds }) => holds.hasSharedPhotos),
});
