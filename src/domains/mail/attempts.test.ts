import { expect, test } from 'vitest';
import { nextAttempt } from './mail.ts';

const CREATED = new Date('2026-10-17T03:00:00Z');
const after = (hours: number): Date => new Date(CREATED.getTime() + hours * 3_600_000);

test.each([
  [1, 0, '2026-10-17T03:01:00.000Z'],
  [2, 1, '2026-10-17T04:02:00.000Z'],
  [10, 12, '2026-10-17T19:00:00.000Z'],
  [40, 12, '2026-10-17T19:00:00.000Z'],
  [12, 23.5, '2026-10-18T03:00:00.000Z'],
])('failure %i, after %d hours: next at %s', (attempts, hours, next) => {
  expect(nextAttempt(attempts, CREATED, after(hours))?.toISOString()).toBe(next);
});

test('no attempts after a day', () => {
  expect(nextAttempt(1, CREATED, after(24))).toBeNull();
  expect(nextAttempt(1, CREATED, after(48))).toBeNull();
});
