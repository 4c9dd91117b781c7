import { expect, test } from 'vitest';
import { paths } from './paths.ts';
import { letterAbove } from './way-back.ts';

const tokens = { residentToken: 'r"&', familyToken: 'f' };
const above = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return letterAbove(pathname, searchParams);
};

test('the letter above its form, its photos and its archive', () => {
  const letter = paths.letter(202610, tokens);
  expect(above(paths.letterSeen(202610, tokens))).toBe(letter);
  expect(above(paths.letterPhoto(202610, 'abc', tokens))).toBe(letter);
  expect(above(`${paths.letterArchive(202610, tokens)}&more=1`)).toBe(letter);
});

test('the year above its print view and its archive', () => {
  const year = paths.letterYear(2026, tokens);
  expect(above(paths.letterYearPrint(2026, tokens))).toBe(year);
  expect(above(paths.letterYearArchive(2026, tokens))).toBe(year);
  const book = paths.letterYear('all', tokens);
  expect(above(paths.letterYearPrint('all', tokens, 2))).toBe(book);
  expect(above(paths.letterYearArchive('all', tokens))).toBe(book);
});

test.each([
  paths.letterYear(2026, tokens),
  '/letters/years/20261/print?resident_token=r&family_token=f',
  paths.letter(202610, tokens),
  paths.letters(tokens),
  paths.letterSeen(202613, tokens),
  '/letters/202610/seen',
  '/letters/202610/seen?resident_token=r',
  '/adminstaff/letters/202610/preview?resident_token=r&family_token=f',
])('none above %s', (address) => {
  expect(above(address)).toBeNull();
});
