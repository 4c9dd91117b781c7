import type { YearMonth } from '../../lib/calendar.ts';
import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '../../lib/calendar.ts';
import type { Runtime } from '../../server/runtime.ts';
import { livedHere } from './letter.ts';
import type { Reader } from './letter.service.ts';
import { findNeighbours } from './neighbours.repository.ts';

type Found = { photos: (string | null)[]; text: number | null };

const monthsOf = ({ photos, text }: Found): YearMonth[] => [
  ...photos.flatMap((day) => (day === null ? [] : yearMonthOf(day))),
  ...(text === null ? [] : [text]),
];

/** The delivered months before and after one that exist for this family; null where none does. */
export function readNeighbours(
  rt: Runtime,
  reader: Pick<Reader, 'hostId' | 'residentId' | 'photosHidden' | 'leftOn'>,
  yearMonth: YearMonth,
): { previous: YearMonth | null; next: YearMonth | null } {
  const current = yearMonthOf(civilDateOf(rt.clock.now()));
  const before = Math.min(yearMonth, current); // what is not delivered is nobody's neighbour
  const found = findNeighbours(
    rt.reader,
    reader.hostId,
    reader.photosHidden ? '' : reader.residentId,
    firstDayOf(before),
    firstDayOf(addMonths(yearMonth, 1)),
    String(before),
    String(current),
  );
  if (!found) return { previous: null, next: null };
  const { ownBefore, sharedBefore, textBefore, ownAfter, sharedAfter, textAfter } = found;
  const earlier = monthsOf({ photos: [ownBefore, sharedBefore], text: textBefore });
  const later = monthsOf({ photos: [ownAfter, sharedAfter], text: textAfter }).filter(
    (month) => month < current,
  );
  const next = later.length > 0 ? Math.min(...later) : null;
  return {
    previous: earlier.length > 0 ? Math.max(...earlier) : null,
    next: next !== null && livedHere(reader.leftOn, next) ? next : null,
  };
}
