import { describe, expect, test } from 'vitest';
import { rounds } from '../support/in-full.ts';
import { ACTIONS, API } from './rows.ts';
import type { Row } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();

/** What a browser reports as a write's origin, and whether it is ours. */
const ORIGINS: [string, (own: string) => Record<string, string>, boolean][] = [
  ['our own page', (own) => ({ Origin: own, 'Sec-Fetch-Site': 'same-origin' }), true],
  ['our own page in an old browser', (own) => ({ Origin: own }), true],
  ['our own page without Origin', () => ({ 'Sec-Fetch-Site': 'same-origin' }), true],
  [
    'another site',
    () => ({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }),
    false,
  ],
  ['another site in an old browser', () => ({ Origin: 'https://evil.example' }), false],
  ['a sandboxed frame', () => ({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }), false],
  ['a sibling of our domain', (own) => ({ Origin: own, 'Sec-Fetch-Site': 'same-site' }), false],
  ['a link in a mail', () => ({ 'Sec-Fetch-Site': 'none' }), false],
  ['an unknown origin', () => ({}), false],
  ['another port', () => ({ Origin: 'http://127.0.0.1:1' }), false],
  ['our host with another scheme', (own) => ({ Origin: own.replace('http:', 'https:') }), false],
  ['our host without a scheme', (own) => ({ Origin: own.replace('http://', '') }), false],
  ['our host by another name', (own) => ({ Origin: own.replace('127.0.0.1', 'localhost') }), false],
  ['our host with a suffix', (own) => ({ Origin: `${own}.evil.example` }), false],
];

const writes = [...API, ...ACTIONS].filter(({ call }) => !call.startsWith('GET '));
const addressOf = async (row: Row): Promise<string> => {
  const route = row.call.slice(row.call.indexOf(' ') + 1);
  return (await row.path?.(site())) ?? (route.startsWith('/') ? route : `/_actions/${route}`);
};

// The first foreign one is the fourth.
describe.each(ORIGINS.slice(0, rounds(4, ORIGINS.length)))(
  'a write from %s',
  (_name, headersFor, isOurs) => {
    // Signing out would end the session of the others.
    test.each(writes.filter(({ call }) => !call.includes('logout')))('$call', async (row) => {
      const options = typeof row.options === 'function' ? await row.options(site()) : row.options;
      const headers = { ...options?.headers, ...headersFor(site().server.url) };
      const { status } = await site().ask('anonymous', await addressOf(row), {
        ...options,
        headers: { ...headers, Cookie: site().signed.admin.cookie },
      });
      if (isOurs) expect(status).not.toBe(403);
      else expect(status).toBe(403);
    });
  },
);

test('reading needs no origin, and other sites get no permission to read', async () => {
  const { status, headers } = await site().ask('anonymous', '/api/v1/actions/user', {
    headers: { Cookie: site().signed.admin.cookie, Origin: 'https://evil.example' },
  });
  expect(status).toBe(200);
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
});
