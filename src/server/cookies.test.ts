import type { AstroCookies } from 'astro';
import { expect, test } from 'vitest';
import { cookieOptions, readCookie, Flag } from './cookies.ts';

test.each([
  ['https://tayori.example.jp', '__Host-auth.device'],
  ['http://localhost:4321', 'auth.device'],
])('at %s: %s', (address, name) => {
  const asked: string[] = [];
  const cookies = { get: (given: string) => void asked.push(given) } as unknown as AstroCookies;
  readCookie({ cookies, url: new URL(address) }, 'auth.device', Flag);
  expect(asked).toEqual([name]);
});

const SECURE = true;
test.each([
  ['https://tayori.example.jp', 'service', SECURE],
  ['https://tayori.example.jp', 'demo', SECURE],
  ['https://localhost:4321', 'demo', SECURE],
  ['http://tayori.example.jp', 'service', SECURE],
  ['http://tayori.example.jp', 'demo', SECURE],
  ['http://192.168.0.7:4321', 'demo', SECURE],
  ['http://127.0.0.1.example.jp', 'demo', SECURE],
  ['http://localhost.example.jp', 'demo', SECURE],
  ['http://127.0.0.1:4321', 'service', SECURE],
  ['http://localhost:4321', 'service', SECURE],
  ['http://127.0.0.1:4321', 'demo', !SECURE],
  ['http://localhost:4321', 'demo', !SECURE],
  ['http://[::1]:4321', 'demo', !SECURE],
] as const)('at %s, as a %s: Secure %s', (address, purpose, secure) => {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  expect(cookieOptions({ url: new URL(address) }, purpose)).toEqual(options);
});
