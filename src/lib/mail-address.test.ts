import { expect, test } from 'vitest';
import { parseMailAddress } from './mail-address.ts';

test.each([
  ['つきだより <tayori@example.jp>', 'つきだより', 'tayori@example.jp'],
  ['"ひだまり, 本館" <a@example.jp>', 'ひだまり, 本館', 'a@example.jp'],
  ['<a@example.jp>', '', 'a@example.jp'],
  [' tayori@localhost ', '', 'tayori@localhost'],
])('%s', (text, name, address) => {
  expect(parseMailAddress(text)).toEqual({ name, address });
});

test.each(['', 'つきだより', 'a@b@c', 'a@b, c@d', 'x <a@b> y', 'x <a b@c>', 'a@b\r\nBcc: c@d'])(
  '%j is no address',
  (text) => expect(parseMailAddress(text)).toBeUndefined(),
);
