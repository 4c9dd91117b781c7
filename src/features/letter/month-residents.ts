import type { YearMonth } from '../../lib/calendar.ts';
import { addMonths, firstDayOf, startOfDay } from '../../lib/calendar.ts';

/** A resident in the list of a month: how many photos, or why there are none to expect. */
export interface MonthResident {
  id: string;
  name: string;
  room: string;
  itemsCount: number;
  /** Families see no photo of them: no consent, or undecided after it was withdrawn. */
  isWithheld: boolean;
}

interface Row {
  id: string;
  name: string;
  room: string;
  photo_consent: 0 | 1;
  photos_hidden: 0 | 1;
  created_at: string;
  items_count: number | null;
}

/** Those who belong to a month: whoever came later and has no photo of it is left out. */
export function monthResidents(rows: readonly Row[], yearMonth: YearMonth): MonthResident[] {
  const end = startOfDay(firstDayOf(addMonths(yearMonth, 1))).toISOString();
  return rows
    .filter(({ created_at, items_count }) => created_at < end || (items_count ?? 0) > 0)
    .map((row) => ({
      id: row.id,
      name: row.name,
      room: row.room,
      itemsCount: row.items_count ?? 0,
      isWithheld: row.photo_consent === 0 || row.photos_hidden === 1,
    }));
}

/** Those whose family would find no photo of their own; who did not agree is not waited for. */
export const withoutPhotos = (residents: readonly MonthResident[]): MonthResident[] =>
  residents.filter(({ itemsCount, isWithheld }) => itemsCount === 0 && !isWithheld);
