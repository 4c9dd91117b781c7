import { describe, expect, test } from 'vitest';
import {
  EndingInput,
  firstLastDay,
  isOverFor,
  lastDayToRead,
  phaseOf,
  tellingFrom,
} from './ending.ts';

const at = (instant: string): Date => new Date(instant);

describe('the days of an ending, in Tokyo', () => {
  test.each([
    [null, '2026-12-31T00:00:00+09:00', 'none'],
    ['2026-12-31', '2026-10-01T00:00:00+09:00', 'announced'],
    ['2026-12-31', '2026-12-31T23:59:59.999+09:00', 'announced'],
    ['2026-12-31', '2027-01-01T00:00:00+09:00', 'taking-home'],
    ['2026-12-31', '2027-03-01T23:59:59.999+09:00', 'taking-home'],
    ['2026-12-31', '2027-03-02T00:00:00+09:00', 'due'],
    // Over a leap day.
    ['2027-12-31', '2028-02-29T23:59:59.999+09:00', 'taking-home'],
    ['2027-12-31', '2028-03-01T00:00:00+09:00', 'due'],
  ])('%s at %s: %s', (endsOn, now, phase) => {
    expect(phaseOf(endsOn, at(now))).toBe(phase);
  });

  test('leave sixty whole days to read', () => {
    expect(lastDayToRead('2026-12-31')).toBe('2027-03-01');
    const from = at('2027-01-01T00:00:00+09:00').getTime();
    const until = at('2027-03-02T00:00:00+09:00').getTime();
    expect((until - from) / 86_400_000).toBe(60);
  });

  test('leave thirty days ahead, unless asked otherwise', () => {
    const evening = at('2026-10-31T18:00:00+09:00');
    expect(firstLastDay(evening, false)).toBe('2026-11-30');
    // Families can no longer be told today.
    expect(firstLastDay(evening, true)).toBe('2026-11-01');
    expect(firstLastDay(at('2026-10-31T17:59:59+09:00'), true)).toBe('2026-10-31');
  });

  test.each([
    ['00:00', '2026-10-31T09:00'],
    ['07:59', '2026-10-31T09:00'],
    ['08:30', '2026-10-31T09:30'],
    ['17:59', '2026-10-31T18:59'],
    ['18:00', '2026-11-01T09:00'],
    ['23:30', '2026-11-01T09:00'],
  ])('what is set at %s is told from %s on', (setAt, from) => {
    expect(tellingFrom(at(`2026-10-31T${setAt}:00+09:00`))).toEqual(at(`${from}:00+09:00`));
  });

  test('are over for staff with the last day', () => {
    expect(isOverFor(null, at('2027-01-01T00:00:00+09:00'))).toBe(false);
    expect(isOverFor('2026-12-31', at('2026-12-31T23:59:59+09:00'))).toBe(false);
    expect(isOverFor('2026-12-31', at('2027-01-01T00:00:00+09:00'))).toBe(true);
    expect(isOverFor('2026-12-31', at('2030-01-01T00:00:00+09:00'))).toBe(true);
  });
});

describe('what is typed', () => {
  test('is a day, words or none, and a tick', () => {
    const read = EndingInput.parse({ endsOn: '2026-12-31', words: 'ありがとう\r\nございました' });
    expect(read).toEqual({
      ...{ endsOn: '2026-12-31', words: 'ありがとう\nございました' },
      isShort: false,
    });
    expect(EndingInput.parse({ endsOn: '2026-12-31', isShort: 'on' })).toMatchObject({
      ...{ words: '', isShort: true },
    });
  });

  test.each([[''], ['2026-02-30'], ['31.12.2026'], [null]])('%j is no day', (endsOn) => {
    expect(EndingInput.safeParse({ endsOn }).success).toBe(false);
  });

  test('has at most 600 letters', () => {
    const of = (length: number) => ({ endsOn: '2026-12-31', words: 'あ'.repeat(length) });
    expect(EndingInput.safeParse(of(600)).success).toBe(true);
    expect(EndingInput.safeParse(of(601)).success).toBe(false);
  });
});
