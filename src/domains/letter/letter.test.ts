import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, lastDayOf, yearMonthOf } from '#lib/calendar.ts';
import { isOpenYearMonth } from './letter.ts';
import { defaultTitle } from '#domains/item/month-text.ts';
import { deliveryDay, isDelivered } from '#domains/people/stay.ts';

const TODAY = '2026-10-17';

describe('the month guard (domain.md#the-month)', () => {
  test('accepts months up to that of tomorrow', () => {
    expect(isOpenYearMonth('202610', TODAY)).toBe(true);
    expect(isOpenYearMonth('199901', TODAY)).toBe(true);
    expect(isOpenYearMonth('202611', TODAY)).toBe(false);
    expect(isOpenYearMonth('202611', '2026-10-31')).toBe(true);
    expect(isOpenYearMonth('202611', '2026-10-30')).toBe(false);
    expect(isOpenYearMonth('202701', '2026-12-31')).toBe(true);
    expect(isOpenYearMonth('202803', '2028-02-28')).toBe(false);
    expect(isOpenYearMonth('202803', '2028-02-29')).toBe(true);
  });

  test.each(['', '20261', '2026100', '202613', '2026ab', '２０２６１０', ' 20261'])(
    'rejects %j',
    (text) => expect(isOpenYearMonth(text, TODAY)).toBe(false),
  );
});

describe('delivery', () => {
  const days = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-30'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  test('a month is delivered when it is over, not a day before', () => {
    fc.assert(
      fc.property(days, (today) => {
        const current = yearMonthOf(today);
        expect(isDelivered(current, today)).toBe(false);
        expect(isDelivered(addMonths(current, -1), today)).toBe(true);
        expect(isDelivered(current, lastDayOf(current))).toBe(false);
        expect(isDelivered(current, deliveryDay(current))).toBe(true);
      }),
    );
  });

  test('is on the 1st of the next month, also in January', () => {
    expect(deliveryDay(202407)).toBe('2024-08-01');
    expect(deliveryDay(202612)).toBe('2027-01-01');
  });

  test('a letter is in progress once its month is over (domain.md#a-letter)', () => {
    expect(isDelivered(202609, TODAY)).toBe(true);
    expect(isDelivered(202610, TODAY)).toBe(false);
  });
});

test('a letter without a text is named after its month', () => {
  expect(defaultTitle(202608)).toBe('8月号');
});
