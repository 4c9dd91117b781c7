import type { YearMonth } from '#lib/calendar.ts';
import type { PageOf } from '#lib/pages.ts';
import { addressWith, pageOf, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import type { FamilyState, Shown } from './mail-states.ts';
import { familiesShown, readShown } from './mail-states.ts';

/** Which part of the families' list is shown; sending from it keeps it. */
export interface ListPlace {
  shown: Shown;
  /** From 1; may be past the end. */
  page: number;
}

export const readListPlace = (query: URLSearchParams): ListPlace => ({
  shown: readShown(query),
  page: readPage(query),
});

/** As parts of an address, empty for the usual list. */
export const listPlaceParts = ({ shown, page }: ListPlace): Record<string, string | number> => ({
  ...(shown !== 'all' && { show: shown }),
  ...(page > 1 && { page }),
});

/** @param more what else the address says */
export const deliveriesAddress = (
  yearMonth: YearMonth,
  place: ListPlace,
  more: Record<string, string | number> = {},
): string => addressWith(paths.adminDeliveries(yearMonth), { ...more, ...listPlaceParts(place) });

/** Pages are by resident, each with all of their families. */
export function familiesOnPage(
  families: readonly FamilyState[],
  { shown, page }: ListPlace,
): PageOf<FamilyState[]> {
  const found = Map.groupBy(familiesShown(families, shown), ({ residentId }) => residentId);
  return pageOf([...found.values()], page);
}
