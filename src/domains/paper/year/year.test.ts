import { expect, test } from 'vitest';
import { isBookOffered, isOpenYear } from './year.ts';

test.each([
  ['2026', '2026-12-30', true],
  ['2027', '2026-12-30', false],
  ['2027', '2026-12-31', true],
  ['1000', '2026-12-30', true],
  ['0999', '2026-12-30', false],
  ['20261', '2026-12-30', false],
  ['２０２６', '2026-12-30', false],
  ['', '2026-12-30', false],
  ['all', '2026-12-30', true],
  ['all-2', '2026-12-30', true],
  ['2026-12', '2026-12-30', true],
  ['2027-2', '2026-12-30', false],
  // A part has one address.
  ['all-1', '2026-12-30', false],
  ['all-02', '2026-12-30', false],
  ['all-', '2026-12-30', false],
  ['all-2026', '2026-12-30', false],
  ['allx', '2026-12-30', false],
])('the year %j on %s is open: %s', (text, today, isOpen) => {
  expect(isOpenYear(text, today)).toBe(isOpen);
});

test.each([
  // The day of death is the first: 四十九日 of October 1st is November 18th.
  ['2026-10-01', null, '2026-11-17', false],
  ['2026-10-01', null, '2026-11-18', true],
  // Who had left before has died all the same.
  ['2026-10-01', '2026-05-31', '2026-11-17', false],
  [null, '2026-10-31', '2026-10-31', false],
  [null, '2026-10-31', '2026-11-01', true],
  [null, '2026-10-02', '2026-10-31', false],
  [null, null, '2026-11-18', false],
])('the book of who died on %j or left on %j is offered on %s: %s', (diedOn, leftOn, today, is) => {
  expect(isBookOffered({ diedOn, leftOn }, today)).toBe(is);
});
