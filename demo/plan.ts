import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import {
  addDays,
  addMonths,
  dayOf,
  daysInMonth,
  firstDayOf,
  lastDayOf,
  monthOf,
  yearMonthOf,
} from '#lib/calendar.ts';
import { pictureOf } from './pictures.ts';
import type { Month, StoryPhoto } from './story.ts';
import { PHOTOS, RESIDENTS } from './story.ts';

export const MONTHS = 14;
/** Those a visitor opens first; older ones have fewer photos. */
const RICH_MONTHS = 3;
const PHOTOS_OF_OLD_MONTH = 6;
/** How many others share a photo of a group or of an old month. */
const SHARED_BY = 4;
/** How many residents get any other photo of a rich month. */
const TOLD_OF = 2;
/** Several people are on each. */
const GROUP_SCENES: readonly string[] = [
  'balloon-volleyball',
  'cherry-picnic',
  'exercise',
  'origami-cranes',
  'singing',
  'summer-festival',
  'watermelon',
];
/** The resident of the printed family link. */
const HEROINE = 0;

interface StoryMoment {
  readonly scene: string;
  readonly caption: string;
  readonly takenOn: CivilDate;
  /** `YYYY-MM-DD HH:MM` in Japan. */
  readonly takenAt: string;
  /** Each an index of `RESIDENTS`; null is facility-wide. */
  readonly places: readonly (number | null)[];
  /** If later than its day. */
  readonly sentOn?: CivilDate;
}

/** A stored photo and the places that show it. */
export interface PlannedPhoto extends StoryMoment {
  /** A file of `pictures/`. */
  readonly picture: string;
}

/** Photos of the last 14 months in upload order, the same for the same day. */
export function planPhotos(today: CivilDate): PlannedPhoto[] {
  const current = yearMonthOf(today);
  const months = Array.from({ length: MONTHS }, (_, index) =>
    addMonths(current, index + 1 - MONTHS),
  );
  const inTime = months.flatMap((yearMonth, index) =>
    planMonth(yearMonth, today, index >= MONTHS - RICH_MONTHS),
  );
  return choosePictures([...inTime, ...planLate(today)]);
}

/** No family sees a picture twice within a year, nor staff within a month. */
function choosePictures(moments: readonly StoryMoment[]): PlannedPhoto[] {
  const chosen: PlannedPhoto[] = [];
  for (const moment of moments) {
    const beside = chosen.filter((earlier) => isSeenBeside(earlier, moment));
    const taken = beside.map(({ picture }) => picture);
    chosen.push({ ...moment, picture: pictureOf(moment.scene, taken) });
  }
  return chosen;
}

function isSeenBeside(earlier: StoryMoment, later: StoryMoment): boolean {
  const month = yearMonthOf(earlier.takenOn);
  if (month === yearMonthOf(later.takenOn)) return true;
  if (addMonths(month, 12) <= yearMonthOf(later.takenOn)) return false;
  const isForAll = [...earlier.places, ...later.places].includes(null);
  return isForAll || earlier.places.some((place) => later.places.includes(place));
}

const LATE_SEED = 90; // beyond those of a month

/** Two photos of last month's last day, uploaded late: held. */
function planLate(today: CivilDate): StoryMoment[] {
  const yearMonth = addMonths(yearMonthOf(today), -1);
  const takenOn = lastDayOf(yearMonth);
  const stories = PHOTOS[monthOf(yearMonth) as Month].filter(({ forAll }) => !forAll).slice(0, 2);
  return stories.map((story, index) => ({
    ...momentOf(story, takenOn, monthOf(yearMonth) * 100 + LATE_SEED + index),
    places: [HEROINE],
    sentOn: today,
  }));
}

function planMonth(yearMonth: YearMonth, today: CivilDate, isRich: boolean): StoryMoment[] {
  const stories = PHOTOS[monthOf(yearMonth) as Month];
  const told = isRich ? stories : stories.slice(0, PHOTOS_OF_OLD_MONTH);
  const lastDay = yearMonth === yearMonthOf(today) ? dayOf(today) : daysInMonth(yearMonth);
  return told.map((story, index) => {
    const day = 1 + Math.floor((index * lastDay) / told.length);
    const takenOn = `${firstDayOf(yearMonth).slice(0, 8)}${String(day).padStart(2, '0')}`;
    const seed = monthOf(yearMonth) * 100 + index;
    const places = placesInStory(story, takenOn, today, isRich, seed);
    return { ...momentOf(story, takenOn, seed), places };
  });
}

const momentOf = ({ scene, caption }: StoryPhoto, takenOn: CivilDate, seed: number) => ({
  scene,
  caption,
  takenOn,
  takenAt: `${takenOn} ${10 + (seed % 6)}:20`,
});

function placesInStory(
  { scene, forAll }: StoryPhoto,
  takenOn: CivilDate,
  today: CivilDate,
  isRich: boolean,
  seed: number,
): (number | null)[] {
  if (forAll) return [null];
  const others = RESIDENTS.map((_, index) => index).filter(
    (index) => index !== HEROINE && mayAppear(index, takenOn, today),
  );
  const from = (seed * 7) % others.length;
  const chosen = [...others, ...others].slice(from, from + SHARED_BY);
  // Of a group, facility-wide too.
  if (isRich && GROUP_SCENES.includes(scene)) return [HEROINE, ...chosen, null];
  if (isRich) return (seed % 3 < 2 ? [HEROINE, ...chosen] : chosen).slice(0, TOLD_OF);
  return seed % 2 === 0 ? [HEROINE, ...chosen] : chosen;
}

/** Not without consent, while away, after a death, or after the month of leaving. */
function mayAppear(index: number, takenOn: CivilDate, today: CivilDate): boolean {
  const resident = RESIDENTS[index];
  if (!resident?.photoConsent) return false;
  const { awayFor, diedAgo } = resident;
  const lastDays = [awayFor, diedAgo].flatMap((days) =>
    days === undefined ? [] : [addDays(today, -days)],
  );
  if (lastDays.some((day) => takenOn >= day)) return false;
  if (resident.monthsAgo === undefined) return true;
  return yearMonthOf(takenOn) < addMonths(yearMonthOf(today), -resident.monthsAgo);
}
