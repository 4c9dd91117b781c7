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
import type { PhotoOrder } from './render.ts';
import type { Month, StoryPhoto } from './story.ts';
import { PHOTOS, RESIDENTS } from './story.ts';

export const MONTHS = 14;
/** Those a visitor opens first; older ones have fewer photos. */
const RICH_MONTHS = 3;
const PHOTOS_OF_OLD_MONTH = 6;
const COPIES = 3;
/** How many residents share each story of a rich month, in a picture each. */
const TOLD_OF = 2;
/** One picture that several residents get. */
const GROUP_SCENES: readonly string[] = [
  'balloonVolleyball',
  'cherryPicnic',
  'exercise',
  'origamiCranes',
  'singing',
  'summerFestival',
  'watermelon',
];
/** The resident of the printed family link. */
const HEROINE = 0;

/** Edges in quarters of a side; recent months get the larger side. */
const SHAPES = [
  [4, 3],
  [3, 4],
  [4, 2.25],
  [3.5, 3.5],
] as const;
const RICH_SIDE = 400;
const PLAIN_SIDE = 280;
const ORIENTATIONS = [1, 6, 1, 3, 8];

/** A stored photo and the places that show it. */
export interface PlannedPhoto {
  order: PhotoOrder;
  takenOn: CivilDate;
  caption: string;
  /** An index of `RESIDENTS`; null is facility-wide. */
  resident: number | null;
  /** Further places of the same picture; null is facility-wide. */
  copies: (number | null)[];
  /** If later than its day. */
  sentOn?: CivilDate;
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
  return [...inTime, ...planLate(today)];
}

const LATE_SEED = 90; // beyond those of a month

/** Two photos of last month's last day, uploaded late: held. */
function planLate(today: CivilDate): PlannedPhoto[] {
  const yearMonth = addMonths(yearMonthOf(today), -1);
  const takenOn = lastDayOf(yearMonth);
  const stories = PHOTOS[monthOf(yearMonth) as Month].filter(({ forAll }) => !forAll).slice(0, 2);
  return stories.map((story, index) => ({
    ...planPhoto(story, takenOn, today, true, yearMonth * 100 + LATE_SEED + index),
    resident: HEROINE,
    copies: [],
    sentOn: today,
  }));
}

function planMonth(yearMonth: YearMonth, today: CivilDate, isRich: boolean): PlannedPhoto[] {
  const stories = PHOTOS[monthOf(yearMonth) as Month];
  const told = isRich ? stories : stories.slice(0, PHOTOS_OF_OLD_MONTH);
  const lastDay = yearMonth === yearMonthOf(today) ? dayOf(today) : daysInMonth(yearMonth);
  const seeds = told.flatMap((story, index) => {
    const day = 1 + Math.floor((index * lastDay) / told.length);
    const takenOn = `${firstDayOf(yearMonth).slice(0, 8)}${String(day).padStart(2, '0')}`;
    const times = isRich && !story.forAll && !isGroup(story) ? TOLD_OF : 1;
    return Array.from({ length: times }, () => ({ story, takenOn }));
  });
  return seeds.map(({ story, takenOn }, index) =>
    planPhoto(story, takenOn, today, isRich, yearMonth * 100 + index),
  );
}

const isGroup = ({ scene }: StoryPhoto): boolean => GROUP_SCENES.includes(scene);

function planPhoto(
  story: StoryPhoto,
  takenOn: CivilDate,
  today: CivilDate,
  isRich: boolean,
  seed: number,
): PlannedPhoto {
  const [across, down] = SHAPES[seed % SHAPES.length] ?? SHAPES[0];
  const side = isRich ? RICH_SIDE : PLAIN_SIDE;
  const format = seed % 9 === 4 ? 'png' : 'jpeg';
  const order: PhotoOrder = {
    scene: story.scene,
    seed,
    width: across * side,
    height: down * side,
    format,
    takenAt: `${takenOn} ${10 + (seed % 6)}:20`,
    gps: seed % 3 === 0,
    ...(format === 'jpeg' && { orientation: ORIENTATIONS[seed % ORIENTATIONS.length] ?? 1 }),
  };
  return {
    order,
    takenOn,
    caption: story.caption,
    ...placesOf(story, takenOn, today, isRich, seed),
  };
}

function placesOf(
  story: StoryPhoto,
  takenOn: CivilDate,
  today: CivilDate,
  isRich: boolean,
  seed: number,
) {
  if (story.forAll) return { resident: null, copies: [] };
  const others = RESIDENTS.map((_, index) => index).filter(
    (index) => index !== HEROINE && mayAppear(index, takenOn, today),
  );
  const from = (seed * 7) % others.length;
  const isShared = isGroup(story) || !isRich;
  const people = isShared ? COPIES + 1 : 1;
  const chosen = [...others, ...others].slice(from, from + people);
  const withHeroine = isShared ? [HEROINE, ...chosen] : [HEROINE];
  // Group pictures are shown facility-wide too.
  const isForAllToo = isRich && isGroup(story);
  const hasHeroine = isForAllToo || seed % (isRich ? 3 : 2) === 0;
  const [first = HEROINE, ...copies] = hasHeroine ? withHeroine : chosen;
  return { resident: first, copies: isForAllToo ? [...copies, null] : copies };
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
