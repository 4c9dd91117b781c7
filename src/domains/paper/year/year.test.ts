import { expect, test } from 'vitest';
import { isOpenYear, yearsOf } from './year.ts';
import { monthsOfYear } from '#domains/letter/letter.ts';

test.each([
  ['2026', '2026-12-30', true],
  ['2027', '2026-12-30', false],
  ['2027', '2026-12-31', true],
  ['1000', '2026-12-30', true],
  ['0999', '2026-12-30', false],
  ['20261', '2026-12-30', false],
  ['２０２６', '2026-12-30', false],
  ['', '2026-12-30', false],
])('the year %j on %s is open: %s', (text, today, isOpen) => {
  expect(isOpenYear(text, today)).toBe(isOpen);
});

test('years have letters that are out', () => {
  const out = (year: number) => ({ year, dueOn: null });
  expect(yearsOf([out(2026), out(2024), { year: 2027, dueOn: '2027-02-01' }, out(2026)])).toEqual([
    2024, 2026,
  ]);
  expect(monthsOfYear(2026)).toEqual([202601, 202612]);
});
