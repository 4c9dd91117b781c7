import { describe, expect, test } from 'vitest';
import type { Facts } from './status.ts';
import { isReady, judge, listOmissions } from './status.ts';

const MIB = 1024 * 1024;
const HOUR_S = 60 * 60;
const copyAged = (ageS: number) => ({ place: 's3://b', lastAt: null, ageS, kept: 0, error: null });
const rehearsed = (outcome: 'good' | 'failed' | 'skipped') => ({
  at: '2026-11-10T19:00:00.000Z',
  place: null,
  set: '2026-11-11-030000',
  outcome,
  error: null,
  seconds: 5,
  photos: 3,
});
const NONE = { queued: 0, failed: 0, lost: 0, oldestS: null, refused: 0, refusedWhy: null };
const GOOD: Facts = {
  storage: true,
  freeBytes: 500 * MIB,
  mails: { ...NONE, queued: 3, failed: 9, oldestS: HOUR_S, refused: 2 },
  stopped: { mails: 0, since: null, sentence: null },
  returned: { isOn: true, goodAt: null, ageS: 2 * HOUR_S, trouble: 'away', unclear: 9 },
  jobs: { queued: 3, failed: 9, lost: 0, overdueS: HOUR_S / 2 },
  backup: { isOn: true, lastAt: '2026-11-20T18:00:00.000Z', ageS: 28 * HOUR_S },
  copies: [copyAged(32 * HOUR_S), { ...copyAged(60), error: 'no answer' }],
  rehearsal: { isOn: true, last: rehearsed('skipped'), goodAt: null, ageS: 50 * 24 * HOUR_S },
};

const failing = (change: Partial<Facts>): string[] =>
  Object.entries(judge({ ...GOOD, ...change }, 500))
    .filter(([, holds]) => !holds)
    .map(([name]) => name);

describe('the server is ready', () => {
  test('up to every limit, also with unreadable pictures and wrong addresses', () => {
    expect(isReady(judge(GOOD, 500))).toBe(true);
  });
  test('with empty queues, and without built-in backups', () => {
    const quiet = { ...NONE, overdueS: null };
    const backup = { isOn: false, lastAt: null, ageS: 10 * 28 * HOUR_S };
    const rehearsal = {
      isOn: false,
      last: rehearsed('failed'),
      goodAt: null,
      ageS: 2 * 50 * 24 * HOUR_S,
    };
    expect(failing({ mails: quiet, jobs: quiet, backup, copies: [], rehearsal })).toEqual([]);
  });
});

describe('what nobody has set up', () => {
  const backup = { isOn: true, lastAt: null, ageS: 60 };
  test('calls no one, but is named', () => {
    const never = { ...GOOD, backup, copies: [] };
    expect(isReady(judge(never, 500))).toBe(true);
    expect(listOmissions(never)).toEqual(['backup', 'copies']);
    expect(listOmissions({ ...never, backup: { ...backup, isOn: false } })).toEqual([
      'backup',
      'copies',
    ]);
  });
  test('is not ours with a database of its own, nor once it is there', () => {
    expect(listOmissions(GOOD)).toEqual([]);
    const byDatabase = { isOn: false, isByDatabase: true as const, lastAt: null, ageS: 0 };
    expect(listOmissions({ ...GOOD, backup: byDatabase, copies: [] })).toEqual([]);
  });
});

describe('the server needs attention', () => {
  test.each<[string, Partial<Facts>]>([
    ['disk', { freeBytes: 500 * MIB - 1 }],
    ['mails', { mails: { ...NONE, queued: 1, oldestS: HOUR_S + 1 } }],
    ['mails', { mails: { ...NONE, failed: 1, lost: 1 } }],
    ['mails', { mails: { ...NONE, queued: 3, refused: 3, oldestS: 60 } }],
    ['stopped', { stopped: { mails: 1, since: '2026-11-20T18:00:00.000Z', sentence: '554' } }],
    ['jobs', { jobs: { queued: 1, failed: 0, lost: 0, overdueS: HOUR_S / 2 + 1 } }],
    ['jobs', { jobs: { queued: 0, failed: 1, lost: 1, overdueS: null } }],
    ['backup', { backup: { isOn: true, lastAt: null, ageS: 28 * HOUR_S + 1 } }],
    ['copies', { copies: [copyAged(0), copyAged(32 * HOUR_S + 1)] }],
    [
      'returned',
      { returned: { isOn: true, goodAt: null, ageS: 2 * HOUR_S + 1, trouble: 'away', unclear: 0 } },
    ],
    ['rehearsal', { rehearsal: { isOn: true, last: rehearsed('failed'), goodAt: null, ageS: 0 } }],
    [
      'rehearsal',
      {
        rehearsal: {
          isOn: true,
          last: rehearsed('good'),
          goodAt: null,
          ageS: 50 * 24 * HOUR_S + 1,
        },
      },
    ],
  ])('beyond the limit of %s', (name, change) => {
    expect(failing(change)).toEqual([name]);
  });

  test('if nothing is known', () => {
    const unknown = {
      storage: false,
      freeBytes: null,
      mails: null,
      stopped: null,
      returned: null,
      jobs: null,
      backup: null,
      copies: null,
      rehearsal: null,
    };
    expect(failing(unknown)).toEqual(Object.keys(judge(GOOD, 500)));
  });
});
