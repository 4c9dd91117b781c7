import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { dueDayOf, readableBefore } from './letter.ts';
import type { Viewer } from './visibility.ts';
import type { LetterViewer } from './letter.service.ts';
import { findNeighbours } from './neighbours.repository.ts';
import { lastLetterOf, mayHaveLetter, ownPlaceOf } from './visibility.ts';

type Found = { photos: (string | null)[]; words: (number | null)[] };

const monthsOf = ({ photos, words }: Found): YearMonth[] => [
  ...photos.flatMap((day) => (day === null ? [] : yearMonthOf(day))),
  ...words.flatMap((month) => month ?? []),
];

export interface Neighbour {
  yearMonth: YearMonth;
  dueOn: CivilDate | null;
}

type Reader = Pick<LetterViewer, 'hostId' | 'earlyLook'> & Viewer;

export interface Neighbours {
  previous: Neighbour | null;
  next: Neighbour | null;
}

export async function readNeighbours(
  rt: Runtime,
  viewer: Reader,
  yearMonth: YearMonth,
): Promise<Neighbours> {
  const today = civilDateOf(rt.clock.now());
  const near = await findAdjacent(rt, viewer, yearMonth, today);
  const beyond = async (side: 'previous' | 'next'): Promise<Neighbour | null> => {
    let found = near;
    let month = found[side];
    while (month !== null && found.heldBack.has(month)) {
      found = await findAdjacent(rt, viewer, month, today);
      month = found[side];
    }
    return month === null ? null : { yearMonth: month, dueOn: dueDayOf(month, today) };
  };
  return { previous: await beyond('previous'), next: await beyond('next') };
}

interface Adjacent {
  previous: YearMonth | null;
  next: YearMonth | null;
  heldBack: ReadonlySet<YearMonth>;
}

/** Including months that are held back. */
async function findAdjacent(
  rt: Runtime,
  viewer: Reader,
  yearMonth: YearMonth,
  today: CivilDate,
): Promise<Adjacent> {
  const end = readableBefore(today, viewer.earlyLook);
  // Unpublished letters are no neighbours; a last letter may follow long after the day of leaving.
  const { leftOn } = viewer;
  const afterStay = leftOn === null ? Infinity : addMonths(yearMonthOf(leftOn), 1);
  const before = Math.min(yearMonth, end, afterStay);
  const found = await findNeighbours(
    rt.readConnection,
    viewer.hostId,
    viewer.residentId,
    ownPlaceOf(viewer) ?? '',
    firstDayOf(before),
    firstDayOf(addMonths(yearMonth, 1)),
    before,
    end,
  );
  return nearest(viewer, yearMonth, end, found);
}

type Near = Awaited<ReturnType<typeof findNeighbours>>;

function nearest(viewer: Reader, yearMonth: YearMonth, end: YearMonth, found: Near): Adjacent {
  if (!found) return { previous: null, next: null, heldBack: new Set() };
  const { ownBefore, sharedBefore, textBefore, noteBefore } = found;
  const { ownAfter, sharedAfter, textAfter, noteAfter } = found;
  const earlier = monthsOf({ photos: [ownBefore, sharedBefore], words: [textBefore, noteBefore] });
  const last = lastLetterOf(viewer);
  const later = [
    ...monthsOf({ photos: [ownAfter, sharedAfter], words: [textAfter, noteAfter] }),
    ...(last !== null && last > yearMonth ? [last] : []),
  ].filter((month) => month < end && mayHaveLetter(viewer, month));
  return {
    previous: earlier.length > 0 ? Math.max(...earlier) : null,
    next: later.length > 0 ? Math.min(...later) : null,
    heldBack: new Set(found.heldBack?.split(',').map(Number) ?? []),
  };
}
