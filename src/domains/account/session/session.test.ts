import { describe, expect, test } from 'vitest';
import { EmailInput } from './session.ts';

describe('an e-mail address', () => {
  test.each([
    [' Hana@Example.JP ', 'hana@example.jp'],
    ['ｈａｎａ＠ｅｘａｍｐｌｅ．ｊｐ', 'hana@example.jp'],
    ['hana..2@docomo.ne.jp', 'hana..2@docomo.ne.jp'],
    ['hana.@ezweb.ne.jp', 'hana.@ezweb.ne.jp'],
    ['a+b_c-d@mail.example.co.jp', 'a+b_c-d@mail.example.co.jp'],
    ['hana@xn--eckwd4c7c.xn--zckzah', 'hana@xn--eckwd4c7c.xn--zckzah'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(EmailInput.parse(typed)).toBe(kept);
  });

  test.each([
    '',
    'hana',
    'hana@localhost',
    'hana@example.jp, taro@example.jp',
    'hana@example.jp\r\nBcc: taro@example.jp',
    '<hana@example.jp>',
    '"ha na"@example.jp',
    'hana@@example.jp',
    'hana@-example.jp',
    'hana@192.0.2.1',
    '花@example.jp',
    `${'x'.repeat(250)}@example.jp`,
  ])('%j is refused', (typed) => {
    expect(EmailInput.safeParse(typed).success).toBe(false);
  });
});
