import { expect, test } from 'vitest';
import { heldPlaces, joinable, tooOldText } from './held.ts';
import { wordsForDay, wordsForJoining, wordsForLettingIn, wordsForPlace } from './seen-at-once.ts';

const TODAY = '2026-11-22';
const photo = (yearMonth: number, residentName: string | null = '山田 ハル', held = false) => ({
  residentId: residentName,
  residentName,
  yearMonth,
  held,
  leftOut: false,
});
const leftOut = (yearMonth: number) => ({ ...photo(yearMonth), leftOut: true });

test.each([
  ['a resident of this month', [photo(202611)], null],
  ['held', [photo(202610, '山田 ハル', true)], null],
  ['left out', [leftOut(202610)], null],
  [
    'a published month',
    [photo(202610)],
    '10月号はもうお届けしています。山田 ハル様のご家族がすぐに見られます。',
  ],
  [
    'another year',
    [photo(202202)],
    '2022年2月号はもうお届けしています。山田 ハル様のご家族がすぐに見られます。',
  ],
  [
    'everyone, this month',
    [photo(202611, null)],
    '施設全体の写真は、ご家族みなさまの11月号に載ります。',
  ],
  [
    'everyone, published months',
    [photo(202610, null), photo(202609)],
    '9月号と10月号はもうお届けしています。ご家族みなさまがすぐに見られます。',
  ],
])('before a move: %s', (_name, photos, words) => {
  expect(wordsForPlace(photos, TODAY)).toBe(words);
});

test.each([
  ['out of the current month', photo(202611), 202610, true],
  ['within a published month', photo(202610), 202610, false],
  ['within it, but not seen yet', photo(202610, '山田 ハル', true), 202610, true],
  ['into this month', photo(202610), 202611, false],
  ['left out', leftOut(202611), 202610, false],
])('before a change of day: %s', (_name, before, yearMonth, asks) => {
  expect(wordsForDay([{ before, after: { yearMonth } }], TODAY, 202609) !== null).toBe(asks);
});

test.each([
  ['this month', leftOut(202611), false],
  ['a published month', leftOut(202610), true],
  ['held as well', { ...leftOut(202610), held: true }, false],
])('before letting a photo into a letter: %s', (_name, item, asks) => {
  expect(wordsForLettingIn([item], TODAY) !== null).toBe(asks);
});

test('the places of held photos are named', () => {
  expect(heldPlaces([photo(202610), photo(202202, null), photo(202610, null)])).toBe(
    '山田 ハル様・施設全体',
  );
});

const HELD = [
  photo(202202, null, true),
  photo(202609, null, true),
  photo(202610, '山田 ハル', true),
];

test.each([
  [
    202601,
    [202609, 202610],
    '9月号と10月号はもうお届けしています。ご家族みなさまがすぐに見られます。',
  ],
  [202610, [202610], '10月号はもうお届けしています。山田 ハル様のご家族がすぐに見られます。'],
  // Nothing is out yet: a facility may begin with last month.
  [202611, [202610], '10月号からお便りを始めます。山田 ハル様のご家族がすぐに見られます。'],
])('since %i, held photos join %j', (first, months, words) => {
  const joining = joinable(HELD, first, 202611);
  expect(joining.map(({ yearMonth }) => yearMonth)).toEqual(months);
  expect(wordsForJoining(joining, TODAY, first)).toBe(words);
});

test.each([
  [
    202609,
    202610,
    '2026年9月のお便りはありません（最初のお便りは10月号です）。今月の日付にすると、11月号に載ります。',
  ],
  [202610, 202610, null],
  [202611, 202611, null],
  [202610, 202611, null],
  [
    202609,
    202611,
    '2026年9月のお便りはありません（最初のお便りは11月号です）。今月の日付にすると、11月号に載ります。',
  ],
])('whether %i is too old, since %i', (month, first, text) => {
  expect(tooOldText(month, first, 202611)).toBe(text);
});
