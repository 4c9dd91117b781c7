import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { dayOf, monthOf, yearMonthOf, yearOf } from '#lib/calendar.ts';
import { formatYearMonth } from '#lib/format-ja.ts';

const NOON = 12;

/** `2026年10月号の写真.zip`: no names of people, since it stays in the downloads. */
export const archiveName = (yearMonth: YearMonth): string =>
  `${formatYearMonth(yearMonth)}号の写真.zip`;

export const archiveDisposition = (yearMonth: YearMonth): string =>
  `attachment; filename="tsukidayori-${yearMonth}.zip"; filename*=UTF-8''${encodeURIComponent(archiveName(yearMonth))}`;

/** ZIP has no time zones and takes local parts, so they are set from the civil date. */
export function archiveDate(takenOn: CivilDate): Date {
  const yearMonth = yearMonthOf(takenOn);
  return new Date(yearOf(yearMonth), monthOf(yearMonth) - 1, dayOf(takenOn), NOON);
}

/** Sorts first. */
export const NOTE_NAME = '00_はじめにお読みください.txt';

/** After that one, before the photos. */
export const WORDS_NAME = '00_今月のご様子.txt';

/** What the staff wrote about the resident, with CRLF. */
export const archiveWords = (yearMonth: YearMonth, residentName: string, words: string): string =>
  [
    `${formatYearMonth(yearMonth)}号　${residentName} 様のご様子`,
    '',
    ...words.split('\n'),
    '',
  ].join('\r\n');

/** The note about missing photos, with CRLF. @param others how many photos are included */
export function archiveNote(
  { hostName, hostPhone }: { hostName: string; hostPhone: string },
  yearMonth: YearMonth,
  missing: readonly string[],
  others: number,
): string {
  const rest = others === 0 ? [] : [`ほかの${others}枚は、すべて入っています。`, ''];
  return [
    `${formatYearMonth(yearMonth)}号の写真のうち、次の${missing.length}枚を入れることができませんでした。`,
    '',
    ...missing.map((name) => `　${name}`),
    '',
    ...rest,
    `申し訳ありません。お手数ですが、${hostName}（電話 ${hostPhone}）へ`,
    '「まとめて保存した写真に、入っていないものがある」とお知らせください。',
    '',
  ].join('\r\n');
}

const MEGABYTE = 1_000_000;

/** `約8MB`, never 0. */
export const roughSize = (bytes: number): string =>
  `約${Math.max(1, Math.round(bytes / MEGABYTE))}MB`;
