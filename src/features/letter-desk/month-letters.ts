import type { Check } from '#features/check/check.ts';
import type { Note } from '#features/note/note.ts';
import type { MonthResident } from './month-residents.ts';

/** One resident's letter of a month, as the admins' list and the preview show it. */
export interface MonthLetter extends MonthResident {
  note: Note;
  check: Check;
  /** A note or a photo came after the check. */
  hasChanged: boolean;
}

export const SHOWN_LETTERS = ['all', 'unwritten', 'unchecked', 'heldBack'] as const;
type ShownLetters = (typeof SHOWN_LETTERS)[number];

const BELONGS: Record<ShownLetters, (letter: MonthLetter) => boolean> = {
  all: () => true,
  unwritten: ({ note, hasLeft }) => note.body === '' && !hasLeft,
  unchecked: ({ check, hasChanged }) => check.withheld === null && (!check.checked || hasChanged),
  heldBack: ({ check }) => check.withheld !== null,
};

export const SHOWN_LETTERS_WORDS: Record<ShownLetters, string> = {
  all: 'すべて',
  unwritten: 'ご様子がまだの方',
  unchecked: '確認がまだの方',
  heldBack: '送らない方',
};

export const lettersShown = (letters: readonly MonthLetter[], shown: ShownLetters) =>
  letters.filter(BELONGS[shown]);

/** Unknown values mean all. */
export const readShownLetters = (query: URLSearchParams): ShownLetters =>
  SHOWN_LETTERS.find((shown) => shown === query.get('show')) ?? 'all';

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

/** @param latest when the newest photo was added */
export const hasChangedSince = (
  { checkedAt }: Check,
  { updatedAt }: Note,
  latest: string | null,
): boolean => checkedAt !== null && [updatedAt, latest].some((at) => at !== null && at > checkedAt);
