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

type ReadDate = { date: CivilDate; problem?: never } | { date?: never; problem: string };

const UNKNOWN =
  '日付を読み取れません。昭和10年3月3日、S10.3.3、1935-03-03 のように入れてください。';
const WESTERN = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?$/;
const WESTERN_SHORT = /^(\d{4})(\d{2})(\d{2})$/;
const ERA =
  /^(明治?|大正?|昭和?|平成?|令和?|[MTSHR])\.?(元|\d{1,2})[-./年](\d{1,2})[-./月](\d{1,2})日?$/;
const ERA_SHORT = /^([MTSHR])(\d{2})(\d{2})(\d{2})$/;

/** Of a day; a form shows again what was sent, however long that is (P32). */
const MAX_LENGTH = 100;

/** Normalizes full-width digits, ㍼ and dashes; drops 生まれ. */
const tidy = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/[‐‑‒–—―−ー]/g, '-')
    .replace(/(生まれ|生)$/, '')
    .toUpperCase();

/** Parses 昭和10年3月3日, S10.3.3, 昭10/3/3, 1935-03-03, 1935年3月3日 and the like. */
export function readJapaneseDate(text: string): ReadDate {
  if (text.length > MAX_LENGTH) return { problem: UNKNOWN };
  const tidied = tidy(text);
  const western = WESTERN.exec(tidied) ?? WESTERN_SHORT.exec(tidied);
  if (western) return civil(Number(western[1]), western[2], western[3]);
  const found = ERA.exec(tidied) ?? ERA_SHORT.exec(tidied);
  const era = ERAS.find(({ name, letter }) =>
    [name.charAt(0), letter].includes(found?.[1]?.charAt(0) ?? ''),
  );
  if (!found || !era) return { problem: UNKNOWN };
  const read = civil(
    yearOf(era.first) - 1 + (found[2] === '元' ? 1 : Number(found[2])),
    found[3],
    found[4],
  );
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
