import type { YearMonth } from '#lib/calendar.ts';
import { monthOf, yearOf } from '#lib/calendar.ts';
import type { Item } from './item.ts';

/** A page with hundreds of questions is never finished. */
export const MAX_HELD_SHOWN = 300;

export interface HeldGroup {
  yearMonth: YearMonth;
  items: Item[];
}

/** @param items ordered by day */
export function heldGroups(items: readonly Item[]): HeldGroup[] {
  const groups = new Map<YearMonth, Item[]>();
  for (const item of items) {
    groups.set(item.yearMonth, [...(groups.get(item.yearMonth) ?? []), item]);
  }
  return [...groups]
    .map(([yearMonth, ofMonth]) => ({ yearMonth, items: ofMonth }))
    .sort((a, b) => a.yearMonth - b.yearMonth);
}

/** `10月号`, of another year `2022年2月号`. */
export const issueName = (yearMonth: YearMonth, now: YearMonth): string =>
  `${yearOf(yearMonth) === yearOf(now) ? '' : `${yearOf(yearMonth)}年`}${monthOf(yearMonth)}月号`;

/** `2枚は10月号（お届け済み）の写真です` */
export const heldQuestion = (group: HeldGroup, now: YearMonth): string =>
  `${group.items.length}枚は${issueName(group.yearMonth, now)}（お届け済み）の写真です`;

/** `山田 ハル様・施設全体`; beyond a few, the number. */
export function heldPlaces(items: readonly Pick<Item, 'residentName'>[]): string {
  const names = [
    ...new Set(items.map(({ residentName }) => (residentName ? `${residentName}様` : '施設全体'))),
  ];
  const shown = names.slice(0, NAMES_SHOWN).join('・');
  return names.length > NAMES_SHOWN ? `${shown}ほか${names.length - NAMES_SHOWN}か所` : shown;
}

const NAMES_SHOWN = 3;
