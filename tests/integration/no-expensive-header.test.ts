import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mailedTo } from '#actions/mailed.ts';
import { clientOf, readDeviceCookie } from '#domains/account/session/client-of.ts';
import {
  readTokenCookie,
  takeAdminsOnly,
  withoutBearer,
} from '#domains/account/session/session-cookies.ts';
import type { Actor } from '#domains/account/session/session.ts';
import {
  ACCESS_COOKIE,
  FURIGANA_COOKIE,
  REFRESH_COOKIE,
} from '#domains/account/session/session.ts';
import { deviceName } from '#lib/device-name.ts';
import { takeRememberedPath } from '#middleware/remembered-path.ts';
import type { CookieContext } from '#server/cookies.ts';
import { Flag, Token, readCookie } from '#server/cookies.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { longestRead } from '../support/longest-read.ts';
import { HEADERS_READ } from '../support/headers-read.ts';

/** Node takes 16 KB of headers; no cookie or header of ours is longer than an address. */
const LONGEST_READ = 5000;
const LONG = [
  'a',
  ' ',
  '1',
  '/adminstaff/',
  'a@b.jp',
  'Bearer a',
  '~a.b',
  'x/1 ',
  'あ年',
  '\ud800',
];

const contextWith = (value: string): CookieContext =>
  ({
    cookies: { get: () => ({ value }), delete: () => undefined },
    url: new URL('http://localhost'),
    request: new Request('http://localhost'),
  }) as unknown as CookieContext;

type Asked = Parameters<typeof clientOf>[0];

/** Everything that reads a cookie. */
const COOKIES: Record<string, (context: CookieContext) => unknown> = {
  mailedTo,
  clientOf: (context) => clientOf(context as Asked),
  readDeviceCookie,
  takeAdminsOnly: (context) => takeAdminsOnly(context, { isAdmin: false } as Actor),
  takeRememberedPath: (context) =>
    takeRememberedPath(context as Asked, { isAdmin: true, scope: ['staff', 'admin'] } as Actor),
  furigana: (context) => readCookie(context, FURIGANA_COOKIE, Flag),
  token: (context) => readCookie(context, 'x', Token),
  access: ({ cookies }) => readTokenCookie(cookies, ACCESS_COOKIE),
  refresh: ({ cookies }) => readTokenCookie(cookies, REFRESH_COOKIE),
};

/** What a header's whole text is taken apart by; the others are only compared. */
const HEADERS: Record<string, (value: string) => unknown> = {
  authorization: withoutBearer,
  'user-agent': deviceName,
  'x-forwarded-for': (value) =>
    clientAddress(
      {
        headers: { 'x-forwarded-for': `1.2.3.4,${value.replaceAll(',', '')}` },
        socket: {},
      } as never,
      1,
    ).length,
};

test.each(Object.entries(COOKIES))('%s reads no cookie before its length is bounded', (_, read) => {
  for (const unit of LONG) {
    const value = unit.repeat(20_000 / unit.length);
    let taken: unknown;
    expect(longestRead(() => (taken = read(contextWith(value))))).toBeLessThanOrEqual(LONGEST_READ);
    expect(JSON.stringify([taken]).length, unit).toBeLessThanOrEqual(LONGEST_READ);
  }
});

test.each(Object.entries(HEADERS))('of %s no more than that is kept', (_, read) => {
  for (const unit of LONG) {
    const kept = read(unit.repeat(15_000 / unit.length));
    expect(JSON.stringify([kept]).length, unit).toBeLessThanOrEqual(500);
  }
});

const SRC = path.resolve(import.meta.dirname, '../../src');
const sources = globSync('**/*.{ts,astro,tsx}', { cwd: SRC })
  .filter((file) => !file.endsWith('.test.ts') && !/^(?:client|islands|page-scripts)\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(SRC, file), 'utf8') }));

test('every cookie is read by these', () => {
  const raw = sources.filter(({ text }) => /\bcookies\.(?:get|has)\(/.test(text));
  expect(raw.map(({ file }) => file)).toEqual(['server/cookies.ts']);
  const readers = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:readCookie|readNamed)\(\w+, (\w+), (\w+)\)/g)].map(
      ([, name, input]) => `${file}: ${name} as ${input}`,
    ),
  );
  expect(readers.toSorted()).toEqual([
    'actions/mailed.ts: MAILED_COOKIE as EmailInput',
    'domains/account/session/client-of.ts: DEVICE_COOKIE as Marks',
    'domains/account/session/client-of.ts: REMEMBERED_COOKIE as Token',
    'domains/account/session/client-of.ts: SHARED_DEVICE_COOKIE as Token',
    'domains/account/session/session-cookies.ts: ADMINS_ONLY_COOKIE as Flag',
    'domains/account/session/session-cookies.ts: REMEMBERED_COOKIE as Token',
    'domains/account/session/session-cookies.ts: name as SentToken',
    'domains/account/shared-device/manage-devices.ts: SHARED_DEVICE_COOKIE as Token',
    'domains/operator/operator-cookie.ts: OPERATOR_COOKIE as Token',
    'middleware/index.ts: FURIGANA_COOKIE as Flag',
    'middleware/remembered-path.ts: REMEMBERED_PATH_COOKIE as AdminPath',
    'pages/adminstaff/devices/index.astro: SHARED_DEVICE_COOKIE as Token',
  ]);
});

const OF_RESPONSES = ['cache-control', 'retry-after', 'x-robots-tag'];

test('every header that is read is one that the hostile run fills', () => {
  const READ =
    /\bheaders(?:\[|\.get\()'([\w-]+)'|\b(?:req|request)\.headers\.(?!get\b|set\b|has\b|entries\b)(\w+)/g;
  const found = sources
    .filter(({ text }) => /\breq(?:uest)?\b|IncomingMessage/.test(text))
    .flatMap(({ text }) =>
      [...text.matchAll(READ)].map(([, a, b]) => (a ?? b ?? '').toLowerCase()),
    );
  const unknown = [...new Set(found)].filter(
    (name) => ![...HEADERS_READ, ...OF_RESPONSES].includes(name),
  );
  expect(unknown).toEqual([]);
});

test('an address that is not one is not shown on the page that it comes back to', () => {
  expect(mailedTo(contextWith('hanako@example.jp'))).toBe('hanako@example.jp');
  for (const value of ['<b>', '1'.repeat(2000) + 'あ年'.repeat(700), 'a@b', ''])
    expect(mailedTo(contextWith(value))).toBe('');
});
