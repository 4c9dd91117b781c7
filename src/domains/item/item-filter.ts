import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addMonths, monthsBetween, parseYearMonth, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { Item } from './item.ts';

/** Otherwise `none` or a resident's id. */
export const EVERYONE = 'all';
export const FACILITY = 'none';

/** Any other tab shows all months (domain.md#the-photo-page). */
export const MONTH_TAB = 0;
export const ALL_TAB = 1;

export interface ItemFilter {
  yearMonth: YearMonth;
  tab: number;
  shown: string;
}

type Query = Pick<URLSearchParams, 'get'>;

export function readFilter(query: Query, shown: string, today: CivilDate): ItemFilter {
  const current = yearMonthOf(today);
  const asked = parseYearMonth(query.get('yearMonth') ?? '') ?? current;
  const isAll = query.get('yearMonth') === 'all';
  return {
    yearMonth: Math.min(asked, current),
    tab: isAll ? ALL_TAB : MONTH_TAB,
    shown,
  };
}

export function filterAddress(filter: ItemFilter, page = 1): string {
  const place =
    filter.shown === EVERYONE
      ? paths.items
      : paths.residentItems(filter.shown === FACILITY ? null : filter.shown);
  const month = filter.tab === MONTH_TAB ? String(filter.yearMonth) : 'all';
  return `${place}?yearMonth=${month}${page > 1 ? `&page=${page}` : ''}`;
}

/** The query of `GET …/items` (contract.md#items). */
export function itemsQuery(filter: ItemFilter, page: number): string {
  const query = new URLSearchParams({ page: String(page) });
  if (filter.tab === MONTH_TAB) query.set('yearMonth', String(filter.yearMonth));
  if (filter.shown !== EVERYONE) query.set('residentId', filter.shown);
  query.set('together', 'true');
  return query.toString();
}

export const isSameFilter = (a: ItemFilter, b: ItemFilter): boolean =>
  a.tab === b.tab && a.shown === b.shown && (a.tab !== MONTH_TAB || a.yearMonth === b.yearMonth);

export const isOfPlace = ({ residentId }: Pick<Item, 'residentId'>, shown: string): boolean =>
  shown === EVERYONE || (residentId ?? FACILITY) === shown;

export const isInPeriod = ({ yearMonth }: Pick<Item, 'yearMonth'>, filter: ItemFilter): boolean =>
  filter.tab !== MONTH_TAB || yearMonth === filter.yearMonth;

export const isShown = (
  item: Pick<Item, 'residentId' | 'yearMonth'>,
  filter: ItemFilter,
): boolean => isOfPlace(item, filter.shown) && isInPeriod(item, filter);

/** From the start date to the current month, newest first (domain.md#the-photo-page). */
export function selectableMonths(startDate: CivilDate, today: CivilDate): YearMonth[] {
  const current = yearMonthOf(today);
  const count = Math.max(0, monthsBetween(yearMonthOf(startDate), current)) + 1;
  return Array.from({ length: count }, (_, index) => addMonths(current, -index));
}

/** null for facility-wide, undefined if not yet chosen (domain.md#photos). */
export function placeOf(shown: string): string | null | undefined {
  if (shown === EVERYONE) return undefined;
  return shown === FACILITY ? null : shown;
}

/** The `shown` value of a page's path. */
export function shownOnPath(path: string): string {
  const [, , , place, id] = path.split('/');
  if (place === undefined || place === '') return EVERYONE;
  return id === undefined || id === '' ? FACILITY : id;
}
