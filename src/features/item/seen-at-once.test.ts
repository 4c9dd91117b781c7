import { expect, test } from 'vitest';
import { heldGroups, heldPlaces, heldQuestion } from './held.ts';
import type { Item } from './item.ts';
import { wordsForDay, wordsForLettingIn, wordsForPlace } from './seen-at-once.ts';

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
    '10月号はお届け済みです。山田 ハル様のご家族がすぐに見られます。',
  ],
  [
    'another year',
    [photo(202202)],
    '2022年2月号はお届け済みです。山田 ハル様のご家族がすぐに見られます。',
  ],
  [
    'everyone, this month',
    [photo(202611, null)],
    '施設全体の写真は、ご家族みなさまの11月号に載ります。',
  ],
  [
    'everyone, published months',
    [photo(202610, null), photo(202609)],
    '9月号と10月号はお届け済みです。ご家族みなさまがすぐに見られます。',
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
  expect(wordsForDay([{ before, after: { yearMonth } }], TODAY) !== null).toBe(asks);
});

test.each([
  ['this month', leftOut(202611), false],
  ['a published month', leftOut(202610), true],
  ['held as well', { ...leftOut(202610), held: true }, false],
])('before letting a photo into a letter: %s', (_name, item, asks) => {
  expect(wordsForLettingIn([item], TODAY) !== null).toBe(asks);
});

test('held photos are asked about by month, oldest first', () => {
  const items = [photo(202610), photo(202202, null), photo(202610, null)] as Item[];
  const groups = heldGroups(items);
  expect(groups.map((group) => heldQuestion(group, 202611))).toEqual([
    '1枚は2022年2月号（お届け済み）の写真です',
    '2枚は10月号（お届け済み）の写真です',
  ]);
  expect(heldPlaces(groups[1]?.items ?? [])).toBe('山田 ハル様・施設全体');
});
