import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { dueDayOf, readableBefore } from './letter.ts';
import type { Viewer } from './visibility.ts';
import type { LetterViewer } from './letter.service.ts';
import { findNeighbours } from './neighbours.repository.ts';
import { lastLetterOf, mayHaveLetter, placesOf } from './visibility.ts';

type Found = { photos: (string | null)[]; text: number | null };

const monthsOf = ({ photos, text }: Found): YearMonth[] => [
  ...photos.flatMap((day) => (day === null ? [] : yearMonthOf(day))),
  ...(text === null ? [] : [text]),
];

export interface Neighbour {
  yearMonth: YearMonth;
  dueOn: CivilDate | null;
}

export function readNeighbours(
  rt: Runtime,
  viewer: Pick<LetterViewer, 'hostId' | 'earlyLook'> & Viewer,
  yearMonth: YearMonth,
): { previous: Neighbour | null; next: Neighbour | null } {
  const today = civilDateOf(rt.clock.now());
  const end = readableBefore(today, viewer.earlyLook);
  // Unpublished letters are no neighbours; a last letter may follow long after the day of leaving.
  const { leftOn } = viewer;
  const afterStay = leftOn === null ? Infinity : addMonths(yearMonthOf(leftOn), 1);
  const before = Math.min(yearMonth, end, afterStay);
  const found = findNeighbours(
    rt.readConnection,
    viewer.hostId,
    placesOf(viewer).find((place) => place !== null) ?? '',
    firstDayOf(before),
    firstDayOf(addMonths(yearMonth, 1)),
    String(before),
    String(end),
  );
  if (!found) return { previous: null, next: null };
  const { ownBefore, sharedBefore, textBefore, ownAfter, sharedAfter, textAfter } = found;
  const earlier = monthsOf({ photos: [ownBefore, sharedBefore], text: textBefore });
  const last = lastLetterOf(viewer);
  const later = [
    ...monthsOf({ photos: [ownAfter, sharedAfter], text: textAfter }),
    ...(last !== null && last > yearMonth ? [last] : []),
  ].filter((month) => month < end && mayHaveLetter(viewer, month));
  const neighbour = (month: YearMonth): Neighbour => ({
    yearMonth: month,
    dueOn: dueDayOf(month, today),
  });
  return {
    previous: earlier.length > 0 ? neighbour(Math.max(...earlier)) : null,
    next: later.length > 0 ? neighbour(Math.min(...later)) : null,
  };
}
