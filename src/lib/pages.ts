/** Residents on each page of a long list. */
export const PEOPLE_PER_PAGE = 100;
/**
 * A list of so many is not divided: a facility of the usual size has one page, also with those who
 * have left over the years.
 */
export const ONE_PAGE_UP_TO = 150;

/** What is listed, how it is counted, and how many a page shows. */
export interface Listed {
  name: string;
  unit: string;
  /** After a number: as in 3人目. */
  ordinal: string;
  perPage: number;
  onePageUpTo: number;
}
export const LISTED_PEOPLE: Listed = {
  name: '入居者',
  unit: '人',
  ordinal: '人目',
  perPage: PEOPLE_PER_PAGE,
  onePageUpTo: ONE_PAGE_UP_TO,
};

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
export const pageAt = (index: number, count: number, of = LISTED_PEOPLE): number =>
  count <= of.onePageUpTo ? 1 : Math.floor(index / of.perPage) + 1;

/** A page past the end is the last one. */
export function pageOf<T>(all: readonly T[], asked: number, of = LISTED_PEOPLE): PageOf<T> {
  const count = all.length;
  const lastPage = pageAt(count - 1, count, of);
  const page = Math.min(asked, lastPage);
  const from = (page - 1) * of.perPage;
  const items = lastPage === 1 ? [...all] : all.slice(from, from + of.perPage);
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
