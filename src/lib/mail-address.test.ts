import { expect, test } from 'vitest';
import { isOfCarrier, mailboxOf, parseMailAddress, parseReturnAddress } from './mail-address.ts';

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

test.each([
  ['bounces@example.jp', 'bounces+*@example.jp'],
  ['bounces-*@example.jp', 'bounces-*@example.jp'],
  ['*@bounces.example.jp', '*@bounces.example.jp'],
  ['a23456789012345678901234@example.jp', 'a23456789012345678901234+*@example.jp'],
])('letters of %s come back to %s', (text, address) => {
  expect(parseReturnAddress(text)).toBe(address);
});

test.each([
  ...['', 'bounces', '@example.jp', 'a@b@c', 'a b@example.jp', 'bounces@exa*ple.jp'],
  // Something beside the place would be read as a part of what stands there.
  ...['bounce*@example.jp', '*x@example.jp', '**@example.jp'],
  'a234567890123456789012345@example.jp',
])('%j is no address for what comes back', (text) => {
  expect(parseReturnAddress(text)).toBeNull();
});

test.each([
  'a@docomo.ne.jp',
  'a@ezweb.ne.jp',
  'a@AU.com',
  'a@i.softbank.jp',
  'a@t.vodafone.ne.jp',
  'a@ymobile1.ne.jp',
  'a@softbank.ne.jp',
])('%s is of a telephone company', (address) => expect(isOfCarrier(address)).toBe(true));

test.each([
  'a@gmail.com',
  'a@notdocomo.ne.jp',
  'a@docomo.ne.jp.example',
  'docomo.ne.jp@example.jp',
  '',
])('%j is not', (address) => expect(isOfCarrier(address)).toBe(false));
