import type { Expression } from 'kysely';
import { isNote } from '#domains/item/first-month.ts';
import type { Viewer } from '#domains/people/stay.ts';
import { ownPlaceOf } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { findPrepared } from '#server/prepared.ts';
import type { Runtime } from '#server/runtime.ts';
import { dueDayOf, readableBefore } from './letter.ts';
import type { LetterViewer } from './link.ts';
import { lettersAmong } from './month-contents.ts';
import { isSkipped, isInLetters, isOfPlace, isWorded } from './who-sees-what.ts';

export interface Neighbour {
  yearMonth: YearMonth;
  dueOn: CivilDate | null;
}

type Reader = Pick<LetterViewer, 'hostId' | 'earlyLook'> & Viewer;

export async function readNeighbours(rt: Runtime, viewer: Reader, yearMonth: YearMonth) {
  const today = civilDateOf(rt.clock.now());
  const near = await findAdjacent(rt, viewer, yearMonth, today);
  const beyond = async (side: 'previous' | 'next'): Promise<Neighbour | null> => {
    let found = near;
    let month = found[side];
    while (month !== null && found.skipped.has(month)) {
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
  skipped: ReadonlySet<YearMonth>;
}

/** Including months that are skipped. */
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
  if (!found) return { previous: null, next: null, skipped: new Set() };
  const { ownBefore, sharedBefore, ownAfter, sharedAfter } = found;
  const days = [ownBefore, sharedBefore, ownAfter, sharedAfter];
  const holding = {
    photos: new Set(days.flatMap((day) => (day === null ? [] : yearMonthOf(day)))),
    words: new Set([found.textBefore, found.textAfter].flatMap((month) => month ?? [])),
    note: new Set([found.noteBefore, found.noteAfter].flatMap((month) => month ?? [])),
    skipped: new Set<YearMonth>(),
  };
  const months = lettersAmong(viewer, holding, end);
  return {
    previous: months.findLast((month) => month < yearMonth) ?? null,
    next: months.find((month) => month > yearMonth) ?? null,
    skipped: new Set(found.skipped?.split(',').map(Number) ?? []),
  };
}

/** One bound on the day, for the index of the place; two would scan the whole facility. */
const photoDay = (
  db: Db,
  host: Expression<string>,
  place: Expression<string> | null,
  resident: Expression<string>,
) =>
  db
    .selectFrom('items')
    .select('items.taken_on')
    .where('items.host_id', '=', host)
    .where(isOfPlace(place))
    .where(isInLetters(resident))
    .limit(1);

type Place = Parameters<typeof photoDay>;

const newestBefore = (...[day, ...place]: [Expression<string>, ...Place]) =>
  photoDay(...place)
    .where('items.taken_on', '<', day)
    .orderBy('items.taken_on', 'desc');

const oldestFrom = (...[day, ...place]: [Expression<string>, ...Place]) =>
  photoDay(...place)
    .where('items.taken_on', '>=', day)
    .orderBy('items.taken_on');

const texts = (db: Db, host: Expression<string>) =>
  db
    .selectFrom('letters')
    .select('year_month')
    .where('host_id', '=', host)
    .where(isWorded)
    .limit(1);

const notes = (db: Db, host: Expression<string>, resident: Expression<string>) =>
  db
    .selectFrom('letter_notes')
    .select('year_month')
    .where((eb) => eb.and({ host_id: host, resident_id: resident }))
    .where(isNote)
    .limit(1);

/** Few, if any. */
const skipped = (db: Db, host: Expression<string>, resident: Expression<string>) =>
  db
    .selectFrom('letter_checks')
    .select((eb) => {
      const month = eb.cast<string>('year_month', 'text');
      return eb.fn.agg<string | null>('string_agg', [month, eb.val(',')]).as('months');
    })
    .where((eb) => eb.and({ host_id: host, resident_id: resident }))
    .where(isSkipped);

/**
 * The adjacent months with content, by one index lookup each. The next photo may be of an
 * unreadable month, which the caller skips, as it does those that are skipped.
 * @param place the resident; empty if the photos are hidden
 */
const findNeighbours = findPrepared(
  (
    db,
    host: Expression<string>,
    resident: Expression<string>,
    place: Expression<string>,
    first: Expression<string>,
    after: Expression<string>,
    month: Expression<YearMonth>,
    end: Expression<YearMonth>,
  ) =>
    db.selectNoFrom([
      newestBefore(first, db, host, place, resident).as('ownBefore'),
      newestBefore(first, db, host, null, resident).as('sharedBefore'),
      oldestFrom(after, db, host, place, resident).as('ownAfter'),
      oldestFrom(after, db, host, null, resident).as('sharedAfter'),
      texts(db, host)
        .where('year_month', '<', month)
        .orderBy('year_month', 'desc')
        .as('textBefore'),
      texts(db, host)
        .where('year_month', '>', month)
        .where('year_month', '<', end)
        .orderBy('year_month')
        .as('textAfter'),
      notes(db, host, resident)
        .where('year_month', '<', month)
        .orderBy('year_month', 'desc')
        .as('noteBefore'),
      notes(db, host, resident)
        .where('year_month', '>', month)
        .where('year_month', '<', end)
        .orderBy('year_month')
        .as('noteAfter'),
      skipped(db, host, resident).as('skipped'),
    ]),
);
