import type { CivilDate, YearMonth } from '../../lib/calendar.ts';
import { addMonths, firstDayOf, lastDayOf, startOfDay } from '../../lib/calendar.ts';
import type { PhotoConsent } from '../resident/consent.ts';
import { awaitsPhoto, toConsent } from '../resident/consent.ts';
import { hasLeft } from '../resident/resident-list.ts';

/** A resident in the list of a month: how many photos, or why there are none to expect. */
export interface MonthResident {
  id: string;
  name: string;
  room: string;
  itemsCount: number;
  photoConsent: PhotoConsent;
  /** It is undecided what becomes of their photos: no family sees one. */
  isHidden: boolean;
  /** Before the month was over, and before today. */
  hasLeft: boolean;
}

interface Row {
  id: string;
  name: string;
  room: string;
  photo_consent: 0 | 1 | null;
  photos_hidden: 0 | 1;
  left_on: CivilDate | null;
  created_at: string;
  items_count: number | null;
}

/** Those who belong to a month: whoever came later and has no photo of it is left out. */
export function monthResidents(
  rows: readonly Row[],
  yearMonth: YearMonth,
  today: CivilDate,
): MonthResident[] {
  const lastDay = lastDayOf(yearMonth);
  const end = startOfDay(firstDayOf(addMonths(yearMonth, 1))).toISOString();
  return rows
    .filter(({ created_at, items_count }) => created_at < end || (items_count ?? 0) > 0)
    .map((row) => ({
      id: row.id,
      name: row.name,
      room: row.room,
      itemsCount: row.items_count ?? 0,
      photoConsent: toConsent(row.photo_consent),
      isHidden: row.photos_hidden === 1,
      hasLeft: hasLeft({ leftOn: row.left_on }, today < lastDay ? today : lastDay),
    }));
}

/** Those whose family would find no photo of their own, though it may be taken and still can be. */
export const withoutPhotos = (residents: readonly MonthResident[]): MonthResident[] =>
  residents.filter((resident) => !resident.hasLeft && awaitsPhoto(resident));
