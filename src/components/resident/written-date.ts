import type { CivilDate } from '#lib/calendar.ts';
import { formatBirthday, formatWithEra, readJapaneseDate } from '#lib/japanese-date.ts';

export function readWritten(text: string, today: CivilDate, isBirthday: boolean): string {
  const { date } = readJapaneseDate(text);
  if (date === undefined) return '';
  return isBirthday && date <= today ? formatBirthday(date, today) : formatWithEra(date);
}

/** `令和8年11月3日`, as a form shows it. */
export const inEra = (date: CivilDate | null | undefined): string =>
  date ? formatWithEra(date).replace(/（.*）/, '') : '';
