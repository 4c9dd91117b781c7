import { isCivilDate } from './calendar.ts';
import type { ReadDate } from './japanese-date.ts';
import { readJapaneseDate } from './japanese-date.ts';
import { KANJI_NUMBER, inFigures } from './kanji-number.ts';

/** As abroad; which comes first is known where one of them is no month. */
const YEAR_LAST = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/;
const YEAR_UNCLEAR = /^\d{1,2}[-./年]\d{1,2}[-./月]\d{1,2}日?$/;
const WHICH_FIRST =
  'どちらが月で、どちらが日か、読み取れません。1935-03-05 のように入れてください。';
const WHICH_YEAR =
  '年が西暦か和暦か、読み取れません。昭和10年3月3日、1935-03-03 のように入れてください。';

/** As people and lists write a day: also in kanji, with ・ or zeros between, or with the year last. */
export function readWrittenDay(text: string): ReadDate {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(KANJI_NUMBER, inFigures)
    .replace(/(?<=\d)・(?=\d+(?:・\d+)?$)/g, '.')
    .replace(/(?<!\d)0+(?=\d{2}年)/g, '');
  if (YEAR_UNCLEAR.test(plain)) return { problem: WHICH_YEAR };
  const [all, first = '', second = '', year = ''] = YEAR_LAST.exec(plain) ?? [];
  if (all === undefined) return readJapaneseDate(plain);
  const isDayFirst = Number(first) > 12;
  const isMonthFirst = Number(second) > 12 || Number(first) === Number(second);
  if (!isDayFirst && !isMonthFirst) return { problem: WHICH_FIRST };
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCivilDate(date) ? { date } : readJapaneseDate(date);
}
