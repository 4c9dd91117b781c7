import { expect, test } from 'vitest';
import type { KindFigures, Sum } from './judge.ts';
import { seconds, whatIsWrong } from './judge.ts';

const NOW = new Date('2026-11-23T03:00:00Z');
const of = (kind: KindFigures['kind'], more: Partial<Sum> = {}): KindFigures => ({
  kind,
  total: { requests: 100, errors: 0, p50: 20, p95: 90, ...more },
  steps: [],
});

test('nothing is said while all is well', () => {
  const calm = [
    of('letter'),
    of('upload', { p95: 60_000 }),
    of('page', { requests: 3, p95: 9000 }),
  ];
  expect(whatIsWrong(calm, new Date('2028-01-01T00:00:00Z'), NOW)).toEqual([]);
});

test('what is broken, slow or soon full is', () => {
  const said = whatIsWrong(
    [of('letter', { errors: 2 }), of('photo', { p95: 4200 })],
    new Date('2026-12-24T00:00:00Z'),
    NOW,
  );
  expect(said).toEqual([
    'この1時間に不具合がありました: お便り2回',
    'この1時間は遅くなっています: 写真の表示の20回に1回は4.2秒より長い',
    'このままだと、2026-12-24 ごろにディスクがいっぱいになります',
  ]);
});

test.each([
  [null, '―'],
  [3, '0.01秒'],
  [42, '0.04秒'],
  [1234, '1.2秒'],
  [12_345, '12秒'],
])('%s ms is %s', (ms, words) => expect(seconds(ms)).toBe(words));
