import { searchKey } from './kana.ts';
import type { PageOf } from './pages.ts';
import { pageOf, readPage } from './pages.ts';

const WORDS_MAX_LENGTH = 100;

/** Which part of a list is shown; what is done in it keeps it. */
export interface ListPlace<Shown extends string> {
  shown: Shown;
  /** What is looked for; '' for all. */
  words: string;
  /** From 1; may be past the end. */
  page: number;
}

/** Unknown values mean the first. */
export const readListPlace = <Shown extends string>(
  query: Pick<URLSearchParams, 'get'>,
  parts: readonly [Shown, ...Shown[]],
): ListPlace<Shown> => ({
  shown: parts.find((shown) => shown === query.get('show')) ?? parts[0],
  words: (query.get('q') ?? '').trim().slice(0, WORDS_MAX_LENGTH),
  page: readPage(query),
});

/** As parts of an address, empty for the usual list. */
export const listPlaceParts = ({ shown, words, page }: ListPlace<string>) => ({
  ...(shown !== 'all' && { show: shown }),
  ...(words !== '' && { q: words }),
  ...(page > 1 && { page }),
});

/** What is found, in groups that no page divides. */
export function pageInGroups<T>(
  rows: readonly T[],
  { words, page }: ListPlace<string>,
  of: (row: T) => { group: string; texts: readonly string[] },
): PageOf<T[]> {
  const key = searchKey(words);
  const isFound = (text: string): boolean => key === '' || searchKey(text).includes(key);
  const found = rows.filter((row) => of(row).texts.some(isFound));
  return pageOf([...Map.groupBy(found, (row) => of(row).group).values()], page);
}
