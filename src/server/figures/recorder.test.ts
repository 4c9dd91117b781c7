import { beforeEach, expect, test } from 'vitest';
import { problemOf, putBack, recordAnswer, takeRecorded } from './recorder.ts';

const asked = (route: string, id = '0123456789ab') => ({ id, route, problem: null });
beforeEach(() => void takeRecorded());

test.each([
  ['GET', '/letters/[yearMonth]', 'letter'],
  ['GET', '/letters (ready)', 'letter'],
  ['GET', '/letters/[yearMonth]/photos.zip', null],
  ['GET', '/photos', 'photo'],
  ['PUT', '/api/v1/direct_uploads/[slot]', 'upload'],
  ['OPTIONS', '/api/v1/direct_uploads/[slot]', 'call'],
  ['POST', '/api/v1/items', 'call'],
  ['GET', '/adminstaff/items', 'page'],
  ['GET', '/', 'page'],
  ['GET', '', null],
  ['GET', '/healthz', null],
] as const)('%s %s is counted as %s', (method, route, kind) => {
  recordAnswer(method, asked(route), 200, 3, false);
  expect([...takeRecorded().counts.keys()]).toEqual(kind === null ? [] : [kind]);
});

test('answers are counted, errors get a number, and what was not written comes back', () => {
  recordAnswer('GET', asked('/letters'), 200, 3, false);
  recordAnswer('GET', asked('/letters', 'b'.repeat(12)), 500, 30, true);
  const taken = takeRecorded();
  expect(taken.counts.get('letter')).toMatchObject({ requests: 2, errors: 1 });
  expect(taken.numbered).toMatchObject([
    { number: 'b'.repeat(12), route: '/letters', status: 500 },
  ]);
  recordAnswer('GET', asked('/letters'), 200, 3, false);
  putBack(taken);
  const again = takeRecorded();
  expect(again.counts.get('letter')).toMatchObject({ requests: 3, errors: 1 });
  expect(again.numbered).toHaveLength(1);
  expect(takeRecorded().counts.size).toBe(0);
});

test('a refusal has a number where a page shows it, but no form sent back, nor what robots look for', () => {
  recordAnswer('POST', asked('/letters/[yearMonth]'), 403, 3, true);
  recordAnswer('POST', asked('/api/v1/items'), 403, 3, false);
  recordAnswer('GET', asked('/404'), 404, 3, true);
  recordAnswer('POST', asked('/login'), 400, 3, true);
  recordAnswer('GET', asked('/readyz'), 503, 3, true);
  expect(takeRecorded().numbered.map(({ status }) => status)).toEqual([403]);
});

test('a storm of errors is bounded', () => {
  for (let n = 0; n < 1000; n++) recordAnswer('GET', asked('/'), 500, 1, true);
  const { counts, numbered } = takeRecorded();
  expect(counts.get('page')?.errors).toBe(1000);
  expect(numbered).toHaveLength(100);
});

test('a problem says its kind and its place, never its message', () => {
  class TokenError extends Error {
    override name = 'TokenError';
  }
  const thrown = Object.assign(new TokenError('Hanako\n    at hanako@example.jp (x:1:1)'), {
    code: 'SQLITE_BUSY',
  });
  const said = problemOf(thrown);
  expect(said).toMatch(/^TokenError SQLITE_BUSY.* \(recorder\.test\.ts:\d+\)$/);
  expect(said.toLowerCase()).not.toContain('hanako');
  const odd = Object.assign(new Error('x'), { name: 'Hanako 様', code: 'Hanako 様' });
  expect(problemOf(odd)).toMatch(/^Error/);
  expect(problemOf(odd)).not.toContain('様');
  expect(problemOf('Hanako')).toBe('string');
});
