import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  civilDateOf,
  dayOf,
  daysInMonth,
  firstDayOf,
  hourOf,
  isCivilDate,
  lastDayOf,
  monthOf,
  monthsBetween,
  parseYearMonth,
  startOfDay,
  weekdayOf,
  yearMonthOf,
  yearOf,
} from './calendar.ts';

const yearMonths = fc
  .tuple(fc.integer({ min: 1900, max: 2999 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => year * 100 + month);
const steps = fc.integer({ min: -2400, max: 2400 });
const instants = fc.date({
  min: new Date('1953-01-01T00:00:00Z'),
  max: new Date('2199-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const dates = instants.map(civilDateOf);

test("runs in its project's time zone", () => {
  const hours = { UTC: 0, 'America/New_York': 5, 'Pacific/Kiritimati': -14 };
  const expected = hours[process.env['TZ'] as keyof typeof hours];
  expect(new Date('2026-01-15T00:00:00Z').getTimezoneOffset()).toBe(expected * 60);
});

describe('dates', () => {
  test.each([
    ['2026-10-16T14:59:59.999Z', '2026-10-16'],
    ['2026-10-16T15:00:00.000Z', '2026-10-17'],
    ['2026-12-31T14:59:59.999Z', '2026-12-31'],
    ['2026-12-31T15:00:00.000Z', '2027-01-01'],
    ['2028-02-28T15:00:00.000Z', '2028-02-29'],
    ['2028-02-29T15:00:00.000Z', '2028-03-01'],
    ['2027-02-28T15:00:00.000Z', '2027-03-01'],
  ])('the instant %s is the day %s in Tokyo', (instant, date) => {
    expect(civilDateOf(new Date(instant))).toBe(date);
  });

  test("agree with the platform's calendar", () => {
    const tokyo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' });
    const hour = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Tokyo',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    fc.assert(
      fc.property(instants, (instant) => {
        expect(civilDateOf(instant)).toBe(tokyo.format(instant));
        expect(hourOf(instant)).toBe(Number(hour.format(instant)));
      }),
    );
  });

  test('a day starts with its first instant', () => {
    fc.assert(
      fc.property(dates, (date) => {
        const start = startOfDay(date);
        expect(civilDateOf(start)).toBe(date);
        expect(hourOf(start)).toBe(0);
        expect(civilDateOf(new Date(start.getTime() - 1))).toBe(addDays(date, -1));
      }),
    );
  });

  test('adding and subtracting days cancels out; seven make a week', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date);
        expect(weekdayOf(addDays(date, 7))).toBe(weekdayOf(date));
      }),
    );
    expect(weekdayOf('2026-10-03')).toBe(6);
  });

  test('are valid or not', () => {
    fc.assert(fc.property(dates, (date) => isCivilDate(date)));
    for (const wrong of [
      '2027-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '2026-1-01',
      '20260101',
      '2026-01-01T00:00:00Z',
      '２０２６-01-01',
      '',
    ]) {
      expect(isCivilDate(wrong), wrong).toBe(false);
    }
    expect(isCivilDate('2028-02-29')).toBe(true);
  });
});

describe('months', () => {
  test('adding and subtracting cancels out, and counts agree', () => {
    fc.assert(
      fc.property(yearMonths, steps, (from, n) => {
        const to = addMonths(from, n);
        expect(addMonths(to, -n)).toBe(from);
        expect(monthsBetween(from, to)).toBe(n);
        expect(monthOf(to)).toBeGreaterThanOrEqual(1);
        expect(monthOf(to)).toBeLessThanOrEqual(12);
        expect(Math.sign(to - from)).toBe(Math.sign(n));
      }),
    );
  });

  test('continue across years', () => {
    expect(addMonths(202612, 1)).toBe(202701);
    expect(addMonths(202601, -1)).toBe(202512);
    expect(addMonths(202601, -13)).toBe(202412);
    expect(monthsBetween(202612, 202701)).toBe(1);
  });

  test('have a first and a last day, and the next day is in the next month', () => {
    fc.assert(
      fc.property(yearMonths, (yearMonth) => {
        const last = lastDayOf(yearMonth);
        expect(yearMonthOf(firstDayOf(yearMonth))).toBe(yearMonth);
        expect(dayOf(firstDayOf(yearMonth))).toBe(1);
        expect(yearMonthOf(last)).toBe(yearMonth);
        expect(addDays(last, 1)).toBe(firstDayOf(addMonths(yearMonth, 1)));
        expect(daysInMonth(yearMonth)).toBe(dayOf(last));
      }),
    );
    expect([202802, 202702, 210002, 200002].map(daysInMonth)).toEqual([29, 28, 28, 29]);
    expect(lastDayOf(999912)).toBe('9999-12-31');
  });

  test('are read from exactly six digits', () => {
    fc.assert(
      fc.property(yearMonths, (yearMonth) => {
        expect(parseYearMonth(String(yearMonth))).toBe(yearMonth);
        expect(yearOf(yearMonth) * 100 + monthOf(yearMonth)).toBe(yearMonth);
      }),
    );
  });

  test('are not read from anything else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseYearMonth(text);
        expect(read === undefined || String(read) === text).toBe(true);
      }),
    );
    for (const wrong of [
      '202600',
      '202613',
      '012601',
      '20261',
      '2026101',
      ' 202610',
      '２０２６１０',
    ]) {
      expect(parseYearMonth(wrong), wrong).toBeUndefined();
    }
  });
});
