import type { CivilDate } from '#lib/calendar.ts';

interface Dated {
  takenOn: CivilDate;
}

/** `2026年10月_03日_01.jpg`; the last number counts the photos of that day. */
export function photoFileName(items: readonly Dated[], index: number): string {
  const { takenOn } = items[index] ?? { takenOn: '0000-00-00' };
  const [year, month, day] = takenOn.split('-');
  const nth = items.slice(0, index + 1).filter((item) => item.takenOn === takenOn).length;
  return `${year}年${month}月_${day}日_${String(nth).padStart(2, '0')}.jpg`;
}
