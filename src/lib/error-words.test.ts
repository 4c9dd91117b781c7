import { describe, expect, test } from 'vitest';
import { errorWords, audienceOf } from './error-words.ts';

const words = (status: number, more: object = {}) =>
  errorWords({ status, audience: 'others', ...more });

const AUDIENCES = ['family', 'staff', 'others'] as const;
const STATUSES = [400, 401, 403, 404, 405, 413, 414, 415, 421, 429, 500, 503, 507, 599];

test.each([404, 401])('%i is not found, and says whom a family can ask', (status) => {
  const { code, message, lines } = words(status);
  expect([code, message]).toEqual([404, 'Not Found']);
  expect(lines.join('')).toContain('施設に新しいリンクを');
});

describe('a family', () => {
  const family = (more: object = {}) => words(404, { audience: 'family', ...more });

  test('with a bad link sees no status, and what to say on the telephone', () => {
    const { message, isNumbered, heading, lines } = family();
    expect([message, isNumbered]).toEqual(['', false]);
    expect([heading, ...lines].join('')).not.toMatch(/\d|ページ/);
    expect(lines.at(-1)).toContain('新しいリンクをください');
  });

  test('is never led to the top page', () => {
    for (const status of STATUSES) {
      for (const more of [{}, { isUnmatched: true }, { isAnswer: true }, { isLinkGood: true }]) {
        const { leadsHome, message, lines } = words(status, { audience: 'family', ...more });
        expect(leadsHome).toBe(false);
        expect(lines.join('')).not.toContain('トップページ');
        if (status === 404 || status === 401) expect(message).toBe('');
      }
    }
    expect(words(404).leadsHome).toBe(true);
  });

  test('with a good link is not sent to its facility for another', () => {
    expect(family({ isLinkGood: true }).lines.join('')).not.toMatch(/リンク|施設/);
    const busy = words(429, { audience: 'family', isLinkGood: true });
    expect(busy.lines.join('')).not.toMatch(/リンク|施設/);
    expect(family({ isLinkGood: true, isAnswer: true }).lines[0]).toContain('まだお伝えできて');
  });
});

test.each(STATUSES)('%i shows staff nothing meant for families', (status) => {
  const { lines } = words(status, { audience: 'staff' });
  expect(lines.join('')).not.toMatch(/ご家族|お便り|届いたリンク|施設に|トップページ/);
});

test.each([
  ['/letters/202410', 'family'],
  ['/adminstaff', 'staff'],
  ['/adminstaff/%00', 'staff'],
  ['/adminstaffs', 'others'],
  ['/', 'others'],
])('%s is for %s', (path, audience) => {
  expect(audienceOf(path)).toBe(audience);
});

test('an unknown path says that the page could not be found', () => {
  expect(words(404, { isUnmatched: true }).message).toBe('This page could not be found');
});

describe('anything else is a system error with an apology', () => {
  test.each([400, 403, 405, 413, 414, 421, 429, 500, 503, 507, 599])('%i', (status) => {
    for (const audience of AUDIENCES) {
      const { code, message, heading, lines } = words(status, { audience });
      expect([code, message]).toEqual([500, 'Internal Server Error']);
      expect(heading).not.toBe('');
      expect(lines[0]).toBe('ご不便をおかけして申し訳ありません。');
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.join('')).not.toContain('undefined');
    }
  });
});

test('limits say for how long', () => {
  expect(words(429, { retryAfter: 61 }).lines.join('')).toContain('2分ほど待ってから');
  expect(words(429).lines.join('')).toContain('しばらく待ってから');
  expect(words(503, { retryAfter: 5 }).lines.join('')).toContain('1分ほど待ってから');
});
