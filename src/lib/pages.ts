/** Residents on each page of a long list. */
export const PEOPLE_PER_PAGE = 100;
/**
 * A list of so many is not divided: a facility of the usual size has one page, also with those who
 * have left over the years.
 */
export const ONE_PAGE_UP_TO = 150;

/** One page of a list that was read whole. */
export interface PageOf<T> {
  items: T[];
  /** From 1. */
  page: number;
  /** At least 1. */
  lastPage: number;
  /** On all pages. */
  count: number;
}

/** The page that shows the entry at this index, of so many. */
export const pageAt = (index: number, count: number): number =>
  count <= ONE_PAGE_UP_TO ? 1 : Math.floor(index / PEOPLE_PER_PAGE) + 1;

/** A page past the end is the last one. */
export function pageOf<T>(all: readonly T[], asked: number): PageOf<T> {
  const count = all.length;
  const lastPage = pageAt(count - 1, count);
  const page = Math.min(asked, lastPage);
  const from = (page - 1) * PEOPLE_PER_PAGE;
  const items = lastPage === 1 ? [...all] : all.slice(from, from + PEOPLE_PER_PAGE);
  return { items, page, lastPage, count };
}

/** From the address; invalid numbers mean the first page. */
export function readPage(query: Pick<URLSearchParams, 'get'>, name = 'page'): number {
  const page = Number(query.get(name) ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** An address with the parts of a query that say something. */
export function addressWith(path: string, parts: Record<string, string | number | null>): string {
  const said = Object.entries(parts).filter(([, value]) => value !== '' && value !== null);
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
