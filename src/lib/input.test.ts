import { describe, expect, test } from 'vitest';
import { line } from './input.ts';

const name = line({ label: 'お名前', max: 10 });

describe('a line of text', () => {
  test.each(['葛󠄀城 花子', '고토 ハナ', "O'Neil", 'St.Mary', 'つき🌙'])('takes %s', (text) => {
    expect(name.safeParse(text).success).toBe(true);
  });

  test.each([
    ['nothing but what is not seen', '\u200B'],
    ['a line break', 'a\nb'],
    ['another line break', 'a\u2028b'],
    ['what turns the text around', '\u202Ebad'],
    ['half a character', '\ud800'],
    ['a link', 'http://a.b'],
    ['a link without its beginning', 'WWW.a.b'],
  ])('refuses %s', (_, text) => {
    expect(name.safeParse(text).success).toBe(false);
  });
});
