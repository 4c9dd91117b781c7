import type { CivilDate } from '#lib/calendar.ts';
import { formatBirthday, formatWithEra, readJapaneseDate } from '#lib/japanese-date.ts';

export function readWritten(text: string, today: CivilDate, isBirthday: boolean): string {
  const { date } = readJapaneseDate(text);
  if (date === undefined) return '';
  return isBirthday && date <= today ? formatBirthday(date, today) : formatWithEra(date);
}
