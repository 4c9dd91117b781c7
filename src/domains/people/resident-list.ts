import { formatWithEra } from '#lib/japanese-date.ts';
import type { KanaRow } from '#lib/kana.ts';
import { KANA_ROWS, OTHER_ROW, kanaRowOf, searchKey } from '#lib/kana.ts';
import type { PageOf } from '#lib/pages.ts';
import { addressWith, pageAt, pageOf, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import { placeNote } from './consent.ts';
import type { ResidentCard, ResidentLong } from './resident.ts';

const SHOWN = ['living', 'left', 'died'] as const;
type Shown = (typeof SHOWN)[number];

export interface ListQuery {
  shown: Shown;
  search: string;
  /** From 1; may be past the end. */
  page: number;
}

const SEARCH_MAX_LENGTH = 100;

/** Invalid values mean the default list. */
export const readListQuery = (query: URLSearchParams): ListQuery => ({
  shown: SHOWN.find((shown) => shown === query.get('shown')) ?? 'living',
  search: (query.get('search') ?? '').trim().slice(0, SEARCH_MAX_LENGTH),
  page: readPage(query),
});

/** The address of a page of the same list. */
export const listAddress = ({ shown, search }: ListQuery, page: number): string =>
  addressWith(paths.residents, {
    shown: shown === 'living' ? null : shown,
    search,
    page: page > 1 ? page : null,
  });

const shownOf = ({ state }: ResidentLong): Shown =>
  state === 'left' || state === 'died' ? state : 'living';

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
): ResidentList {
  const groups = Map.groupBy(cards, ({ resident }) => shownOf(resident));
  const key = searchKey(search);
  const found = (groups.get(shown) ?? []).filter(({ resident }) => isFound(resident, key));
  const rows = Map.groupBy(found, ({ resident }) => kanaRowOf(resident.nameKana));
  const inOrder = ROWS.flatMap((row) => rows.get(row) ?? []);
  const list = pageOf(inOrder, page);
  return {
    groups: groupsOf(rows, list),
    list,
    found: found.length,
    counts: {
      living: groups.get('living')?.length ?? 0,
      left: groups.get('left')?.length ?? 0,
      died: groups.get('died')?.length ?? 0,
    },
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

export function marksOf({ resident, isUndecided }: ResidentCard): string[] {
  const { photoConsent } = resident;
  if (resident.diedOn !== null) return [`ご逝去 ${formatWithEra(resident.diedOn)}`];
  const note = placeNote(photoConsent);
  return [
    ...lifeMarks(resident),
    ...(isUndecided ? ['写真の扱いが決まっていません'] : []),
    ...(note === null || isUndecided ? [] : [note]),
  ];
}

function lifeMarks({ state, awaySince, leftOn }: ResidentLong): string[] {
  const left = state === 'left' ? '退居' : '退居予定';
  return [
    ...(state === 'away' && awaySince !== null ? [`不在中 ${formatWithEra(awaySince)}から`] : []),
    ...(leftOn === null ? [] : [`${left} ${formatWithEra(leftOn)}`]),
  ];
}
