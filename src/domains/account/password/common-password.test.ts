import { describe, expect, test } from 'vitest';
import { NewPasswordInput } from './new-password.ts';

describe('a password that attackers try first', () => {
  test.each([
    'password1234',
    'PASSWORD1234',
    'passwordpassword',
    '123456789012',
    '210987654321',
    'aaaaaaaaaaaa',
    'abababababab',
    'abcdefghijklm',
    'qwertyuiopas',
    'iloveyou1234',
    'admin1234567',
    '2026tsukidayori',
    'ｐａｓｓｗｏｒｄ1234',
  ])('%s is refused', (password) => {
    const { error } = NewPasswordInput.safeParse(password);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining(password.includes('tsukidayori') ? 'つきだより' : 'よく使われる'),
    ]);
  });

  test.each([
    'tsuki-no-tayori-2026',
    'あさがおのつぼみがひとつ',
    'correct horse battery staple',
    'x9-Lm2_qQ7!pz',
  ])('%s is accepted', (password) => {
    expect(NewPasswordInput.safeParse(password).success).toBe(true);
  });

  test.each(['watashi-no-TSUKIDAYORI', 'つきだよりのひみつ2026', 'ﾂｷﾀﾞﾖﾘのひみつ2026'])(
    '%s holds the name of the product',
    (password) => {
      const { error } = NewPasswordInput.safeParse(password);
      expect(error?.issues.map(({ message }) => message)).toEqual([
        expect.stringContaining('つきだより'),
      ]);
    },
  );

  test('twelve characters are enough, eleven are not', () => {
    expect(NewPasswordInput.safeParse('kisetsunohan').success).toBe(true);
    expect(NewPasswordInput.safeParse('kisetsunoha').success).toBe(false);
    expect(NewPasswordInput.safeParse('花'.repeat(129)).success).toBe(false);
  });
});
