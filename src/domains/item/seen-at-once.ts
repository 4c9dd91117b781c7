import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { sama } from '#lib/honorific.ts';
import { issueName } from './held.ts';
import type { Item } from './item.ts';

type Photo = Pick<Item, 'residentId' | 'residentName' | 'yearMonth' | 'held' | 'leftOut'>;

const NAMES_SHOWN = 3;

/** Before a move: families who see the photos at once, because the letter is out; null for none. */
export function wordsForPlace(photos: readonly Photo[], today: CivilDate): string | null {
  const shown = photos.filter(({ held, leftOut }) => !held && !leftOut);
  const now = yearMonthOf(today);
  const out = seenAtOnce(shown, now);
  const isForAll = shown.some(
    ({ residentId, yearMonth }) => residentId === null && yearMonth === now,
  );
  const forAll = `施設全体の写真は、ご家族みなさまの${issueName(now, now)}に載ります。`;
  if (out === null) return isForAll ? forAll : null;
  return isForAll ? `${out}${forAll}` : out;
}

/** Before photos that were left out come back into their letters. */
export const wordsForLettingIn = (photos: readonly Photo[], today: CivilDate): string | null =>
  seenAtOnce(
    photos.filter(({ held }) => !held),
    yearMonthOf(today),
  );

/** Before held photos join the letters of their months. @param first the facility's first letter */
export const wordsForJoining = (
  photos: readonly Photo[],
  today: CivilDate,
  first: YearMonth,
): string | null => seenAtOnce(photos, yearMonthOf(today), first);

/**
 * Before a change of day.
 * @param pairs before and after
 * @param first the facility's first letter
 */
export function wordsForDay(
  pairs: readonly { before: Photo; after: Pick<Photo, 'yearMonth'> }[],
  today: CivilDate,
  first: YearMonth,
): string | null {
  const moved = pairs
    .filter(({ before }) => !before.leftOut)
    .filter(({ before, after }) => before.held || before.yearMonth !== after.yearMonth)
    .map(({ before, after }) => ({ ...before, yearMonth: after.yearMonth }));
  return seenAtOnce(moved, yearMonthOf(today), first);
}

/**
 * `10月号はもうお届けしています。山田 ハル様のご家族がすぐに見られます。`
 * @param first the current month if nothing is out yet
 */
function seenAtOnce(
  photos: readonly Omit<Photo, 'held' | 'leftOut'>[],
  now: YearMonth,
  first?: YearMonth,
): string | null {
  const out = photos.filter(({ yearMonth }) => yearMonth < now);
  if (out.length === 0) return null;
  const months = [...new Set(out.map(({ yearMonth }) => yearMonth))].sort((a, b) => a - b);
  const issues = months.map((yearMonth) => issueName(yearMonth, now));
  const which = issues.length > NAMES_SHOWN ? `${issues.length}か月分のお便り` : issues.join('と');
  const state = first === now ? 'からお便りを始めます' : 'はもうお届けしています';
  return `${which}${state}。${familiesOf(out)}がすぐに見られます。`;
}

function familiesOf(photos: readonly Pick<Photo, 'residentId' | 'residentName'>[]): string {
  if (photos.some(({ residentId }) => residentId === null)) return 'ご家族みなさま';
  const names = new Set(photos.map(({ residentName }) => sama(residentName ?? '')));
  if (names.size > NAMES_SHOWN) return `${names.size}人の方のご家族`;
  return `${[...names].join('・')}のご家族`;
}
