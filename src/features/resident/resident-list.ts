import type { CivilDate } from '#lib/calendar.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import type { KanaRow } from '#lib/kana.ts';
import { KANA_ROWS, OTHER_ROW, kanaRowOf, searchKey } from '#lib/kana.ts';
import type { PageOf } from '#lib/pages.ts';
import { addressWith, pageAt, pageOf, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import { placeNote } from './consent.ts';
import type { ResidentCard, ResidentLong } from './resident.ts';

export type Shown = 'living' | 'left';

export interface ListQuery {
  shown: Shown;
  search: string;
  /** From 1; may be past the end. */
  page: number;
}

const SEARCH_MAX_LENGTH = 100;

/** Invalid values mean the default list. */
export const readListQuery = (query: URLSearchParams): ListQuery => ({
  shown: query.get('shown') === 'left' ? 'left' : 'living',
  search: (query.get('search') ?? '').trim().slice(0, SEARCH_MAX_LENGTH),
  page: readPage(query),
});

/** The address of a page of the same list. */
export const listAddress = ({ shown, search }: ListQuery, page: number): string =>
  addressWith(paths.residents, {
    shown: shown === 'left' ? shown : null,
    search,
    page: page > 1 ? page : null,
  });

/** On the day of leaving a resident has left, as in pickers. */
export const hasLeft = ({ leftOn }: Pick<ResidentLong, 'leftOn'>, today: CivilDate): boolean =>
  leftOn !== null && leftOn <= today;

const isFound = ({ name, nameKana, room }: ResidentLong, key: string): boolean =>
  key === '' || [name, nameKana, room ?? ''].some((text) => searchKey(text).includes(key));

export interface RowGroup {
  row: KanaRow;
  /** On this page. */
  cards: ResidentCard[];
  /** On all pages. */
  count: number;
  /** On which page the row begins. */
  page: number;
}

export interface ResidentList {
  groups: RowGroup[];
  list: PageOf<ResidentCard>;
  found: number;
  counts: Record<Shown, number>;
}

/** @param cards in あいうえお order */
export function listResidentCards(
  cards: readonly ResidentCard[],
  { shown, search, page }: ListQuery,
  today: CivilDate,
): ResidentList {
  const left = cards.filter(({ resident }) => hasLeft(resident, today));
  const living = cards.filter(({ resident }) => !hasLeft(resident, today));
  const key = searchKey(search);
  const found = (shown === 'left' ? left : living).filter(({ resident }) => isFound(resident, key));
  const rows = Map.groupBy(found, ({ resident }) => kanaRowOf(resident.nameKana));
  const inOrder = ROWS.flatMap((row) => rows.get(row) ?? []);
  const list = pageOf(inOrder, page);
  return {
    groups: groupsOf(rows, list),
    list,
    found: found.length,
    counts: { living: living.length, left: left.length },
  };
}

const ROWS: readonly KanaRow[] = [...KANA_ROWS, OTHER_ROW];

function groupsOf(
  rows: ReadonlyMap<KanaRow, ResidentCard[]>,
  { items, count: all }: PageOf<ResidentCard>,
): RowGroup[] {
  const here = new Set(items);
  let before = 0;
  return ROWS.map((row) => {
    const cards = rows.get(row) ?? [];
    const page = pageAt(before, all);
    before += cards.length;
    return { row, cards: cards.filter((card) => here.has(card)), count: cards.length, page };
  });
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
