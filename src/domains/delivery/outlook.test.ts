import { describe, expect, test } from 'vitest';
import { dueAt, firstMissed } from '#domains/facility/delivery-settings.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import { decideDelivery } from './outlook.ts';

const at = (tokyo: string): Date => new Date(`${tokyo}+09:00`);

type DueHost = Parameters<typeof decideDelivery>[0];

const HOST: DueHost = {
  activated_at: '2020-01-01T00:00:00.000Z',
  trial_ends_at: null,
  continued_at: null,
  ends_on: null,
  hour: 9,
  mailEnabled: true,
};
const decide = (tokyo: string, host: Partial<DueHost> = {}) =>
  decideDelivery({ ...HOST, ...host }, monthToDeliver(at(tokyo)), at(tokyo));

test.each([
  ['2026-10-31T23:59:59.999', 202609],
  ['2026-11-01T00:00:00', 202610],
  ['2026-12-31T23:59:59.999', 202611],
  ['2027-01-01T00:00:00', 202612],
  ['2028-02-29T23:59:59', 202801],
  ['2028-03-01T00:00:00', 202802],
  ['2027-02-28T23:59:59', 202701],
  ['2027-03-01T00:00:00', 202702],
])('at %s in Tokyo the letter is that of %i', (tokyo, month) => {
  expect(monthToDeliver(at(tokyo))).toBe(month);
});

test.each([
  [202612, 9, '2027-01-01T00:00:00.000Z'],
  [202612, 0, '2026-12-31T15:00:00.000Z'],
  [202612, 8, '2026-12-31T23:00:00.000Z'],
  [202802, 9, '2028-03-01T00:00:00.000Z'],
  [202702, 21, '2027-03-01T12:00:00.000Z'],
  [202610, 23, '2026-11-01T14:00:00.000Z'],
])('%i at %i o’clock is due at %s', (month, hour, instant) => {
  expect(dueAt(month, hour).toISOString()).toBe(instant);
});

describe('a delivery', () => {
  test.each([
    ['2026-11-01T00:00:00', null],
    ['2026-11-01T08:59:59.999', null],
    ['2026-11-01T09:00:00', 'mails'],
    ['2026-11-01T23:59:59', 'mails'],
    ['2026-11-30T23:59:59.999', 'mails'],
    ['2026-12-01T00:00:00', null],
    ['2028-02-29T23:59:59.999', 'mails'],
    ['2028-03-01T08:59:59', null],
    ['2028-03-01T09:00:00', 'mails'],
    ['2027-01-01T08:59:59', null],
    ['2027-01-01T09:00:00', 'mails'],
  ])('at %s: %s', (tokyo, decision) => {
    expect(decide(tokyo)).toBe(decision);
  });

  test.each(Array.from({ length: 24 }, (_, hour) => hour))(
    "starts at %i o'clock to the second",
    (hour) => {
      const due = dueAt(202610, hour).getTime();
      const host = { ...HOST, hour };
      expect(decideDelivery(host, 202610, new Date(due - 1))).toBeNull();
      expect(decideDelivery(host, 202610, new Date(due))).toBe('mails');
    },
  );

  test('is none for a host that started after its hour', () => {
    const beganOn = (tokyo: string) => ({ activated_at: at(tokyo).toISOString() });
    expect(decide('2026-11-15T12:00:00', beganOn('2026-11-15T11:00:00'))).toBeNull();
    expect(decide('2026-11-01T12:00:00', beganOn('2026-11-01T09:00:00.001'))).toBeNull();
    expect(decide('2026-11-01T12:00:00', beganOn('2026-11-01T09:00:00'))).toBe('mails');
    expect(decide('2026-11-15T12:00:00', { activated_at: null })).toBeNull();
  });

  test('sends nothing if mails are off or the trial is over', () => {
    expect(decide('2026-11-01T09:00:00', { mailEnabled: false })).toBe('off');
    const over = { trial_ends_at: at('2026-11-01T09:00:00').toISOString() };
    expect(decide('2026-11-01T09:00:00', over)).toBe('inactive');
    const lasts = { trial_ends_at: at('2026-11-01T09:00:01').toISOString() };
    expect(decide('2026-11-01T09:00:00', lasts)).toBe('mails');
  });
});

test.each([
  ['2026-11-30T23:00:00', 9, 202611],
  ['2026-12-01T08:59:59', 9, 202611],
  ['2026-12-01T09:00:00', 9, 202611],
  ['2026-12-01T09:00:01', 9, 202612],
  ['2026-12-01T09:00:01', 21, 202611],
  ['2026-12-31T12:00:00', 6, 202612],
])('a trial until %s misses first, at %i o’clock, the letter of %i', (end, hour, month) => {
  const trial_ends_at = at(end).toISOString();
  expect(firstMissed(trial_ends_at, hour)).toBe(month);
  const run = (of: number) => decideDelivery({ ...HOST, hour, trial_ends_at }, of, dueAt(of, hour));
  expect([run(month), run(monthToDeliver(dueAt(month, hour)) - 1)]).toEqual(['inactive', 'mails']);
});
