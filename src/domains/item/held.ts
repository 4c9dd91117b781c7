import type { YearMonth } from '#lib/calendar.ts';
import { addMonths } from '#lib/calendar.ts';
import { formatMonthFrom, formatYearMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import type { Item, UpdateItemInput } from './item.ts';

/** A page with hundreds of photos is never finished. */
export const MAX_HELD_SHOWN = 300;

/** `10月号`, of another year `2022年2月号`. */
export const issueName = (yearMonth: YearMonth, now: YearMonth): string =>
  `${formatMonthFrom(now, yearMonth)}号`;

export const heldQuestion = (count: number): string => `${count}枚は、前の月に撮られた写真です`;

/**
 * The oldest month whose letter a photo may still join: the first one, or, as long as none is out,
 * last month, since a facility may begin with it.
 */
export const oldestOpenMonth = (first: YearMonth, now: YearMonth): YearMonth =>
  Math.min(first, addMonths(now, -1));

/** Those of a month whose letter they may join. */
export const joinable = <T extends Pick<Item, 'yearMonth'>>(
  items: readonly T[],
  first: YearMonth,
  now: YearMonth,
): T[] => items.filter(({ yearMonth }) => yearMonth >= oldestOpenMonth(first, now));

/** Why there is no letter of that month for a photo; null if there is. */
export const tooOldText = (month: YearMonth, first: YearMonth, now: YearMonth): string | null =>
  month >= oldestOpenMonth(first, now)
    ? null
    : `${formatYearMonth(month)}のお便りはありません（最初のお便りは${issueName(first, now)}です）。今月の日付にすると、${issueName(now, now)}に載ります。`;

/** Takes back an answer, or a change of day. */
export const asBefore = ({ takenOn, held }: Item): UpdateItemInput => ({
  takenOn,
  ...(held && { held }),
});

export const NOT_ASIDE =
  '今月の写真は、確認待ちにできません。お便りに載せないときは「まだ出さない」を選んでください。';

/** `山田 ハル様・施設全体`; beyond a few, the number. */
export function heldPlaces(items: readonly Pick<Item, 'residentName'>[]): string {
  const names = [
    ...new Set(items.map(({ residentName }) => (residentName ? sama(residentName) : '施設全体'))),
  ];
  const shown = names.slice(0, NAMES_SHOWN).join('・');
  return names.length > NAMES_SHOWN ? `${shown}ほか${names.length - NAMES_SHOWN}か所` : shown;
}

const NAMES_SHOWN = 3;
