import type { CivilDate } from '#lib/calendar.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import type { KanaRow } from '#lib/kana.ts';
import { KANA_ROWS, OTHER_ROW, kanaRowOf, searchKey } from '#lib/kana.ts';
import { placeNote } from './consent.ts';
import type { ResidentCard, ResidentLong } from './resident.ts';

export type Shown = 'living' | 'left';

export interface ListQuery {
  shown: Shown;
  search: string;
}

const SEARCH_MAX_LENGTH = 100;

/** Invalid values mean the default list. */
export const readListQuery = (query: URLSearchParams): ListQuery => ({
  shown: query.get('shown') === 'left' ? 'left' : 'living',
  search: (query.get('search') ?? '').trim().slice(0, SEARCH_MAX_LENGTH),
});

/** On the day of leaving a resident has left, as in pickers. */
export const hasLeft = ({ leftOn }: Pick<ResidentLong, 'leftOn'>, today: CivilDate): boolean =>
  leftOn !== null && leftOn <= today;

const isFound = ({ name, nameKana, room }: ResidentLong, key: string): boolean =>
  key === '' || [name, nameKana, room ?? ''].some((text) => searchKey(text).includes(key));

export interface RowGroup {
  row: KanaRow;
  cards: ResidentCard[];
}

export interface ResidentList {
  groups: RowGroup[];
  found: number;
  counts: Record<Shown, number>;
}

/** @param cards in あいうえお order */
export function listResidentCards(
  cards: readonly ResidentCard[],
  { shown, search }: ListQuery,
  today: CivilDate,
): ResidentList {
  const left = cards.filter(({ resident }) => hasLeft(resident, today));
  const living = cards.filter(({ resident }) => !hasLeft(resident, today));
  const key = searchKey(search);
  const found = (shown === 'left' ? left : living).filter(({ resident }) => isFound(resident, key));
  const rowOf = (row: KanaRow): RowGroup => ({
    row,
    cards: found.filter(({ resident }) => kanaRowOf(resident.nameKana) === row),
  });
  return {
    groups: [...KANA_ROWS.map(rowOf), rowOf(OTHER_ROW)],
    found: found.length,
    counts: { living: living.length, left: left.length },
  };
}

export function marksOf({ resident, isUndecided }: ResidentCard, today: CivilDate): string[] {
  const { leftOn, photoConsent } = resident;
  const note = placeNote(photoConsent);
  const left = hasLeft(resident, today) ? '退居' : '退居予定';
  return [
    ...(leftOn === null ? [] : [`${left} ${formatWithEra(leftOn)}`]),
    ...(isUndecided ? ['写真の扱いが決まっていません'] : []),
    ...(note === null || isUndecided ? [] : [note]),
  ];
}
