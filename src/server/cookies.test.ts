import { expect, test } from 'vitest';
import { cookieName } from './cookies.ts';

test.each([
  ['https://tayori.example.jp', '__Host-auth.device'],
  ['http://localhost:4321', 'auth.device'],
])('at %s: %s', (address, name) => {
  expect(cookieName(new URL(address), 'auth.device')).toBe(name);
});
