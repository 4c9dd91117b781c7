import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { misspelt, spellingsOf } from '../../../tests/support/spellings.ts';
import { paths } from '#lib/paths.ts';
import { pathOf, refuseSpelling } from './request-path.ts';

const refused = (target: string) => refuseSpelling(target, pathOf(target));

const ID = 'aB-_9x';
const reader = { residentToken: 'aB-_9', familyToken: 'x.y~z' };
const fixed = [paths, paths.api].flatMap((group): unknown[] => Object.values(group));
const OURS = [
  ...fixed.filter((value) => typeof value === 'string'),
  paths.resident(ID),
  paths.newFamilyOf(ID),
  paths.letter(202610, reader),
  paths.letter(202610, { previewFor: ID }),
  paths.letterPhoto(202610, ID, reader),
  paths.letterArchive(202610, reader),
  paths.staffPhoto(ID, '1440.webp'),
  paths.familyPhoto(ID, ID, ID, 'master.jpg'),
  paths.api.directUpload(`${ID}.${ID}`),
];

describe('one of our paths', () => {
  test.each(OURS)('%s passes', (target) => {
    expect(refused(target)).toBeNull();
  });
  test.each([
    '/letters?q=%E0%A4%A',
    '/?a=//../%2e',
    '/_actions/session.login',
    '/_astro/a.B-_9.js',
  ])('%s passes', (target) => expect(refused(target)).toBeNull());
});

test.each(['/?a=%00', '/letters?resident_token=a%00b', '/api/v1/actions/items?page=1&x=%00'])(
  'a NUL in the query is unreadable: %s',
  (target) => expect(refused(target)?.status).toBe(400),
);

describe('another spelling', () => {
  const OPEN = ['/', '/privacy', '/adminstaff/residents/aB-_9', '/api/v1/actions/user'];

  test.each(OPEN.flatMap(spellingsOf))('with %s: %s', (_name, target) => {
    expect(refused(target)?.status).toBeGreaterThanOrEqual(target.endsWith('/') ? 308 : 400);
  });

  test('in the API is JSON: 404, or 400 if it is invalid', () => {
    expect(refused('/api/v1//user')?.status).toBe(404);
    expect(refused('/api/%E0%A4%A')?.status).toBe(400);
    expect(refused('/api/%00')?.status).toBe(400);
    expect(refused('/%00')?.status).toBe(404);
  });

  test.each(['*', '', 'privacy', 'http://127.0.0.1/privacy', '//evil.example', '/\u00e3\u0081'])(
    'for something other than a path: %j',
    (target) => expect(refused(target)?.status).toBe(404),
  );
});

describe('a trailing slash', () => {
  test('redirects to the page without it, and keeps the query', () => {
    expect(refused('/privacy/')).toMatchObject({ status: 308, headers: { Location: '/privacy' } });
    expect(refused('/letters/202610/?a=b/')?.headers).toEqual({ Location: '/letters/202610?a=b/' });
  });
  test('does not exist in the API, except for the one call in the contract', () => {
    expect(refused(`${paths.api.user}/`)?.status).toBe(404);
    expect(refused(paths.api.zipAddress)).toBeNull();
    expect(refused(paths.api.zipAddress.slice(0, -1))).toBeNull();
  });
  test('never redirects to another site', () => {
    for (const target of ['//', '//evil.example/', '/\\evil.example/', '/./', '/../', '/x//']) {
      expect(refused(target)).toMatchObject({ status: 404 });
    }
  });
});

describe('accepted paths', () => {
  const target = fc.oneof(
    fc.constantFrom(...OURS.map(pathOf)).chain(misspelt),
    fc.string({ unit: 'binary-ascii' }).map((text) => `/${text}`),
  );

  test('read the same for every parser', () => {
    fc.assert(
      fc.property(target, (sent) => {
        if (refused(sent)) return;
        const path = pathOf(sent);
        expect(new URL(`http://tayori.example.jp${sent}`).pathname).toBe(path);
        expect(decodeURIComponent(path)).toBe(path);
        expect(path).not.toMatch(/\/\/|\\|%|\/\.{1,2}(?:\/|$)|[^!-~]/);
      }),
      { numRuns: 5000 },
    );
  });
});
