import type { Check } from '#domains/letter/check/check.ts';
import type { Note } from '#domains/letter/note/note.ts';
import type { PhotoConsent } from '#domains/people/consent.ts';
import { awaitsPhoto, toConsent } from '#domains/people/consent.ts';
import type { LifeState } from '#domains/people/life.ts';
import { isResident, lifeStateOf } from '#domains/people/life.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addDays, addMonths, firstDayOf, lastDayOf, startOfDay } from '#lib/calendar.ts';
import type { PageOf } from '#lib/pages.ts';
import { addressWith, pageOf, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import { isOn } from '#lib/flags.ts';
import type { ResidentOfMonth } from './admin-letter-rows.ts';

/** One resident's letter of a month, as the admins' list and the preview show it. */
export interface MonthLetter extends MonthResident {
  note: Note;
  check: Check;
  /** The letter is skipped; in the word of the API's residents. */
  heldBack: boolean;
  /** When its note or a photo came last. */
  latest: string | null;
  /** A note or a photo came after the check. */
  hasChanged: boolean;
}

/** The rooms of a month's letter: one address, three views. */
const LETTER_ROOMS = ['greeting', 'each', 'delivery'] as const;
type LetterRoom = (typeof LETTER_ROOMS)[number];

/** Unknown values mean the first. */
export const readRoom = (query: URLSearchParams): LetterRoom =>
  LETTER_ROOMS.find((room) => room === query.get('view')) ?? 'greeting';

export const SHOWN_LETTERS = ['all', 'unchecked', 'photoless', 'unwritten', 'heldBack'] as const;
type ShownLetters = (typeof SHOWN_LETTERS)[number];

/** Nothing is asked about those who are skipped, away or died, or have no family. */
export const isAskedAbout = ({ heldBack, state, hasNoFamily }: MonthLetter): boolean =>
  !heldBack && state !== 'away' && state !== 'died' && !hasNoFamily;

/** Photos and notes of the days before would undo most checks. */
const CHECKING_DAYS = 10;

/** Whether it is time to ask for checks of that month's letters: its last days, and after. */
export const isTimeToCheck = (yearMonth: YearMonth, today: CivilDate): boolean =>
  today > addDays(lastDayOf(yearMonth), -CHECKING_DAYS);

const BELONGS: Record<ShownLetters, (letter: MonthLetter) => boolean> = {
  all: () => true,
  photoless: (letter) => awaitsPhoto(letter) && !letter.heldBack,
  unwritten: (letter) => letter.note.body === '' && isAskedAbout(letter) && isResident(letter),
  unchecked: (letter) => isAskedAbout(letter) && (!letter.check.checked || letter.hasChanged),
  heldBack: ({ heldBack }) => heldBack,
};

export const SHOWN_LETTERS_WORDS: Record<ShownLetters, string> = {
  all: 'すべて',
  unchecked: '確認がまだ',
  photoless: '写真がまだ',
  unwritten: 'ご様子がまだ',
  heldBack: '送らない',
};

export const lettersShown = (letters: readonly MonthLetter[], shown: ShownLetters) =>
  letters.filter(BELONGS[shown]);

/** What the list shows. */
interface LettersPlace {
  shown: ShownLetters;
  /** From 1; may be past the end. */
  page: number;
}

/** Unknown values mean all. */
export const readLettersPlace = (query: URLSearchParams): LettersPlace => ({
  shown: SHOWN_LETTERS.find((shown) => shown === query.get('show')) ?? 'all',
  page: readPage(query),
});

/** The address of a part of the list. @param more what else it says */
export const lettersAddress = (
  yearMonth: YearMonth,
  { shown, page }: LettersPlace = { shown: 'all', page: 1 },
  more: Record<string, string | number> = {},
): string =>
  addressWith(paths.adminLetter(yearMonth), {
    view: 'each',
    show: shown === 'all' ? null : shown,
    page: page > 1 ? page : null,
    ...more,
  });

export const lettersOnPage = (
  letters: readonly MonthLetter[],
  { shown, page }: LettersPlace,
): PageOf<MonthLetter> => pageOf(lettersShown(letters, shown), page);

/** Neither a photo nor a note of the resident's own: only what all families see. */
export const isOfFacilityOnly = (letter: MonthLetter): boolean =>
  BELONGS.unchecked(letter) && letter.itemsCount === 0 && letter.note.body === '';

const isAfter = (at: string | null, before: string | null): boolean =>
  before === null || (at !== null && at > before);

/**
 * What all families see is shown open with the first letter that is checked, and with one that holds
 * nothing else.
 */
export const isFirstSeen = (letters: readonly MonthLetter[], shown: MonthLetter): boolean =>
  letters.every(({ check }) => !check.checked) ||
  (shown.itemsCount === 0 && shown.note.body === '');

/** Whose letter is looked at next; null at the end of the list. */
export const nextToCheck = (letters: readonly MonthLetter[], residentId: string) =>
  letters
    .slice(letters.findIndex(({ id }) => id === residentId) + 1)
    .find((letter) => BELONGS.unchecked(letter)) ?? null;

const BEGINNING = 80;

/** Whole notes of a hundred residents would be too much for one page. */
export function beginningOf(note: string): string {
  const letters = Array.from(note);
  return letters.length > BEGINNING ? `${letters.slice(0, BEGINNING).join('')}…` : note;
}

/** Where a letter is among all, and whose come before and after it. */
export function placeAmong(letters: readonly MonthLetter[], residentId: string | undefined) {
  const index = letters.findIndex(({ id }) => id === residentId);
  if (index < 0) return null;
  return {
    number: index + 1,
    count: letters.length,
    previous: letters[index - 1] ?? null,
    next: letters[index + 1] ?? null,
  };
}

export const hasChangedSince = ({ checkedAt }: Check, latest: string | null): boolean =>
  checkedAt !== null && isAfter(latest, checkedAt);

interface MonthResident {
  id: string;
  name: string;
  nameKana: string;
  room: string;
  itemsCount: number;
  photoConsent: PhotoConsent;
  /** Hidden from families until an admin decides about the photos. */
  isHidden: boolean;
  hasNoFamily: boolean;
  /** At the end of the month, or today. */
  state: LifeState;
}

/** Residents of a month; later ones only if they have photos of it, or a note. */
export function monthResidents(
  rows: readonly Omit<ResidentOfMonth, 'newest_item'>[],
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
      photoConsent: toConsent(row),
      isHidden: isOn(row.photos_hidden) || row.waiting_consent === 'none',
      hasNoFamily: Boolean(row.has_nobody),
      state: lifeStateOf(
        { awaySince: row.away_since, leftOn: row.left_on, diedOn: row.died_on },
        today < lastDay ? today : lastDay,
      ),
    }));
}
