import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addMonths, firstDayOf, lastDayOf, startOfDay } from '#lib/calendar.ts';
import type { PhotoConsent } from '#features/resident/consent.ts';
import { toConsent } from '#features/resident/consent.ts';
import type { LifeState } from '#features/resident/life.ts';
import { lifeStateOf } from '#features/resident/life.ts';

export interface MonthResident {
  id: string;
  name: string;
  nameKana: string;
  room: string;
  itemsCount: number;
  photoConsent: PhotoConsent;
  /** Hidden from families until an admin decides about the photos. */
  isHidden: boolean;
  /** At the end of the month, or today. */
  state: LifeState;
}

interface Row {
  id: string;
  name: string;
  name_kana: string;
  room: string;
  photo_consent: 0 | 1 | null;
  photos_hidden: 0 | 1;
  away_since: CivilDate | null;
  left_on: CivilDate | null;
  died_on: CivilDate | null;
  created_at: string;
  items_count: number | null;
}

/** Residents of a month; later ones only if they have photos of it, or a note. */
export function monthResidents(
  rows: readonly Row[],
  yearMonth: YearMonth,
  today: CivilDate,
  noted: ReadonlySet<string>,
): MonthResident[] {
  const lastDay = lastDayOf(yearMonth);
  const end = startOfDay(firstDayOf(addMonths(yearMonth, 1))).toISOString();
  return rows
    .filter(
      ({ id, created_at, items_count }) =>
        created_at < end || (items_count ?? 0) > 0 || noted.has(id),
    )
    .map((row) => ({
      id: row.id,
      name: row.name,
      nameKana: row.name_kana,
      room: row.room,
      itemsCount: row.items_count ?? 0,
      photoConsent: toConsent(row.photo_consent),
      isHidden: row.photos_hidden === 1,
      state: lifeStateOf(
        { awaySince: row.away_since, leftOn: row.left_on, diedOn: row.died_on },
        today < lastDay ? today : lastDay,
      ),
    }));
}
