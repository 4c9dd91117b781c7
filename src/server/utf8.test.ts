import { expect, test } from 'vitest';
import { textOf, utf8Of, utf8OfEach } from './utf8.ts';

const each = (texts: string[]): string[] => utf8OfEach(texts).map(textOf);

test('many texts are encoded as each alone', () => {
  const texts = ['', 'コスモス', '<b>', '😀', '', '\ud800', 'x'];
  expect(utf8OfEach(texts)).toEqual(texts.map(utf8Of));
});

test('none, one and an empty one', () => {
  expect(each([])).toEqual([]);
  expect(each(['秋'])).toEqual(['秋']);
  expect(each([''])).toEqual(['']);
});

test('a text with the separator moves no other text', () => {
  expect(each(['a\0b', 'c'])).toEqual(['a\0b', 'c']);
});
