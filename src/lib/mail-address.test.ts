import { expect, test } from 'vitest';
import { mailboxOf, parseMailAddress } from './mail-address.ts';

test.each([
  ['つきだより <tayori@example.jp>', 'つきだより', 'tayori@example.jp'],
  ['"ひだまり, 本館" <a@example.jp>', 'ひだまり, 本館', 'a@example.jp'],
  ['<a@example.jp>', '', 'a@example.jp'],
  [' tayori@localhost ', '', 'tayori@localhost'],
])('%s', (text, name, address) => {
  expect(parseMailAddress(text)).toEqual({ name, address });
});

test.each(['', 'つきだより', 'a@b@c', 'a@b, c@d', 'x <a@b> y', 'x <a b@c>', 'a@b\r\nBcc: c@d'])(
  '%j is not an address',
  (text) => expect(parseMailAddress(text)).toBeUndefined(),
);

test.each([
  ['hanako@example.jp', 'hanako@example.jp'],
  ['Hanako+tayori@Example.jp', 'hanako@example.jp'],
  ['hanako+a+b@example.jp', 'hanako@example.jp'],
  ['hana.ko@example.jp', 'hana.ko@example.jp'],
  ['ha.na.ko+x@gmail.com', 'hanako@gmail.com'],
  ['hanako@googlemail.com', 'hanako@gmail.com'],
  ['+hanako@example.jp', '+hanako@example.jp'],
  ['..hana..ko.@docomo.ne.jp', '..hana..ko.@docomo.ne.jp'],
])('%s belongs to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
