import type { CivilDate } from './calendar.ts';
import { isCivilDate } from './calendar.ts';

/** Text only: Date would add time zones. The day on which an era changes belongs to both. */

interface Era {
  name: string;
  letter: string;
  first: CivilDate;
  last: CivilDate;
}

/** Newest first: a day in two eras is written in the newer one. */
const ERAS: readonly Era[] = [
  { name: '令和', letter: 'R', first: '2019-05-01', last: '9999-12-31' },
  { name: '平成', letter: 'H', first: '1989-01-08', last: '2019-04-30' },
  { name: '昭和', letter: 'S', first: '1926-12-25', last: '1989-01-07' },
  { name: '大正', letter: 'T', first: '1912-07-30', last: '1926-12-25' },
  { name: '明治', letter: 'M', first: '1868-01-25', last: '1912-07-30' },
];

const yearOf = (date: CivilDate): number => Number(date.slice(0, 4));
/** `8年`, `元年`. */
export const eraYear = (year: number): string => `${year === 1 ? '元' : year}年`;
const monthAndDay = (date: CivilDate): string =>
  `${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日`;

export type ReadDate = { date: CivilDate; problem?: never } | { date?: never; problem: string };

const UNKNOWN =
  '日付を読み取れません。昭和10年3月3日、S10.3.3、1935-03-03 のように入れてください。';
const ERA_NAME = '明治?|大正?|昭和?|平成?|令和?|[MTSHR]';
const MONTH_AND_DAY = String.raw`(\d{1,2})[-./月](\d{1,2})日?$`;
/** With the year in the other calendar behind it, as 昭和10年（1935年）5月3日. */
const WESTERN = new RegExp(
  String.raw`^(\d{4})(?:[-./年]|年?\((${ERA_NAME})\.?(元|\d{1,2})年?\)[-./年]?)${MONTH_AND_DAY}`,
);
const WESTERN_SHORT = /^(\d{4})(\d{2})(\d{2})$/;
const ERA = new RegExp(
  String.raw`^(${ERA_NAME})\.?(元|\d{1,2})(?:[-./年]|年?\((\d{4})年?\)[-./年]?)${MONTH_AND_DAY}`,
);
const ERA_SHORT = /^([MTSHR])(\d{2})(\d{2})(\d{2})$/;
/** Public forms write 1 for 明治 to 5 for 令和: 3100503, 3-10-05-03. */
const ERA_CODE = /^([1-5])(?:(\d{2})(\d{2})(\d{2})|[-./](\d{1,2})[-./](\d{1,2})[-./](\d{1,2}))$/;

/** For a day; a form shows again what was sent, however long that is (P32). */
const MAX_LENGTH = 100;

/** Spreadsheets add one to a day; it is no time of birth. */
const TIME = /[T\s]+(?:午前|午後|[AP]M)?\s*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[AP]M)?$/i;
const WEEKDAY = /(?:\([日月火水木金土](?:曜日?)?\)|[日月火水木金土]曜日?)$/;
const AGE = /[・(]?\d{1,3}(?:歳|才)\)?$/;

/** Normalizes full-width digits, ㍼ and dashes; drops 生まれ, a time, a weekday and an age. */
const tidy = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(TIME, '')
    .replace(/\s+/g, '')
    .replace(/[‐‑‒–—―−ー]/g, '-')
    .replace(AGE, '')
    .replace(/(生まれ|生)$/, '')
    .replace(WEEKDAY, '')
    .toUpperCase();

/** Parses 昭和10年3月3日, S10.3.3, 昭10/3/3, 1935-03-03, 1935年3月3日, 3100303 and the like. */
export function readJapaneseDate(text: string): ReadDate {
  if (text.length > MAX_LENGTH) return { problem: UNKNOWN };
  const tidied = tidy(text);
  const short = WESTERN_SHORT.exec(tidied);
  if (short) return civil(Number(short[1]), short[2], short[3]);
  const western = WESTERN.exec(tidied);
  if (western) {
    const [, year, era, eraYear, month, day] = western;
    const read = civil(Number(year), month, day);
    return era === undefined ? read : agreeing(read, ofEra(era, eraYear, month, day));
  }
  const found = ERA.exec(tidied);
  if (found) {
    const [, era, eraYear, year, month, day] = found;
    const read = ofEra(era, eraYear, month, day);
    return year === undefined ? read : agreeing(read, civil(Number(year), month, day));
  }
  const [, era, ...parts] = ERA_SHORT.exec(tidied) ?? ERA_CODE.exec(tidied) ?? [];
  const [year, month, day] = parts.filter(Boolean);
  return ofEra(era, year, month, day);
}

/** Both ways of writing mean the same day. */
function agreeing(read: ReadDate, other: ReadDate): ReadDate {
  if (read.date === undefined || read.date === other.date) return read;
  return { problem: other.problem ?? '西暦と和暦が合っていません。確かめてください。' };
}

function ofEra(named = '', year = '', month = '', day = ''): ReadDate {
  const era = /^[1-5]$/.test(named)
    ? ERAS.at(-Number(named))
    : ERAS.find(({ name, letter }) => [name.charAt(0), letter].includes(named.charAt(0)));
  if (!era || named === '') return { problem: UNKNOWN };
  const read = civil(yearOf(era.first) - 1 + (year === '元' ? 1 : Number(year)), month, day);
  if (read.date === undefined || (read.date >= era.first && read.date <= era.last)) return read;
  return { problem: outside(era, read.date) };
}

function civil(year: number, month = '', day = ''): ReadDate {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCivilDate(date) ? { date } : { problem: 'カレンダーにない日付です。確かめてください。' };
}

/** A date outside its era is a typo: 昭和64年 had seven days. */
const outside = ({ name, first, last }: Era, date: CivilDate): string =>
  date < first
    ? `${name}は${yearOf(first)}年${monthAndDay(first)}からです。`
    : `${name}は${eraYear(yearOf(last) - yearOf(first) + 1)}${monthAndDay(last)}までです。`;

/** `昭和10年（1935年）3月3日`; before the eras `1850年3月3日`. */
export function formatWithEra(date: CivilDate): string {
  const era = ERAS.find(({ first }) => date >= first);
  const year = `${yearOf(date)}年`;
  const shown = era
    ? `${era.name}${eraYear(yearOf(date) - yearOf(era.first) + 1)}（${year}）`
    : year;
  return `${shown}${monthAndDay(date)}`;
}

/** Born on 29 February, one turns a year older on 1 March. */
export const ageOn = (birthday: CivilDate, day: CivilDate): number =>
  yearOf(day) - yearOf(birthday) - (day.slice(5) < birthday.slice(5) ? 1 : 0);

/** `昭和10年（1935年）3月3日・91歳` */
export const formatBirthday = (birthday: CivilDate, today: CivilDate): string =>
  `${formatWithEra(birthday)}・${ageOn(birthday, today)}歳`;
