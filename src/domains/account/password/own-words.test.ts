import { expect, test } from 'vitest';
import { requireNoOwnWords } from './own-words.ts';

const owner = {
  email: 'hanako.sato@example.jp',
  name: '佐藤 花子',
  nameKana: 'サトウ ハナコ',
  hostName: 'ひだまりの家',
};
const refusalOf = (password: string): string => {
  try {
    requireNoOwnWords(password, owner);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['ひだまりの家のひみつ2026', '施設のお名前'],
  ['わたしは佐藤です2026です', 'ご自分のお名前'],
  ['ﾊﾅｺの好きなお菓子はなに', 'ご自分のお名前'],
  ['HANAKO.SATO-2026', 'メールアドレス'],
])('%s is refused for %s', (password, what) => {
  expect(refusalOf(password)).toContain(what);
});

test.each(['tsuki-no-tayori-2026', 'あさがおのつぼみがひとつ', 'example.jp-no-himitsu'])(
  '%s is taken',
  (password) => {
    expect(refusalOf(password)).toBe('');
  },
);

test('an empty or very short name refuses nothing', () => {
  expect(() => {
    requireNoOwnWords('aの花がさきました2026', { email: 'a@x.jp', name: 'a', hostName: '' });
  }).not.toThrow();
});
