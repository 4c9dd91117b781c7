import { expect, test } from 'vitest';
import { EitherCode } from './second-step.ts';

test.each([
  ['a2b3c-4d567', 'a2b3c4d567'],
  ['２３４５６-789ab', '23456789ab'],
  ['abcde-fghjk。', 'abcdefghjk'],
  ['123 456', '123456'],
  ['「１２３４５６」', '123456'],
  ['123456です', '123456'],
])('%s is the code %s', (typed, code) => expect(EitherCode.parse(typed)).toBe(code));

test.each(['12345', '1234567', 'code123456', ''])('%s is none', (typed) => {
  expect(EitherCode.safeParse(typed).success).toBe(false);
});
