import { describe, expect, test } from 'vitest';
import { kana, line, lines, opaque, words } from './input.ts';

const name = line({ label: 'お名前', max: 10 });

describe('a name', () => {
  test.each(['葛󠄀城 花子', '고토 ハナ', "O'Neil", 'St.Mary', 'つき🌙'])('accepts %s', (text) => {
    expect(name.parse(text)).toBe(text);
  });

  test.each([
    ['a line break', 'a\nb', 'a b'],
    ['bidirectional controls', '\u202Ebad\0', 'bad'],
    ['a lone surrogate', 'a\ud800', 'a'],
  ])('drops %s', (_, text, left) => {
    expect(name.parse(text)).toBe(left);
  });

  test('of invisible characters counts as missing', () => {
    expect(name.safeParse('\u200B\u3164').error?.issues[0]?.message).toBe(
      'お名前を入力してください。',
    );
  });

  test.each(['http://a.b', 'WWW.a.b', 'a.co．jp', 'ba\u200Bnk.c\u00ADom'])(
    'is not a link: %s',
    (text) => {
      const problem = name.safeParse(text).error?.issues[0]?.message;
      expect(problem).toMatch(/^お名前に、リンクやメールアドレスのような言葉/);
    },
  );
});

test('other single-line fields accept links', () => {
  expect(words({ label: '件', max: 20 }).parse('\u2066www.a.jp\u2069')).toBe('www.a.jp');
});

test('multi-line fields keep line breaks', () => {
  expect(lines({ label: '署名', max: 20 }).parse('a\r\nb\u202E\tc\u2028d')).toBe('a\nb\tc\nd');
});

test('a reading is normalized before validation', () => {
  expect(kana({ label: 'ふりがな', max: 20 }).parse('\u200Bﾀﾅｶ　\tウメ\n')).toBe('タナカ ウメ');
});

test('an id has no invisible characters', () => {
  expect(opaque('？', 5).parse('ab\0c')).toBe('abc');
});
