import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDayOf, monthsBetween } from '#lib/calendar.ts';
import {
  ALL_TAB,
  EVERYONE,
  FACILITY,
  MONTH_TAB,
  filterAddress,
  isInPeriod,
  isOfPlace,
  isSameFilter,
  itemsQuery,
  placeOf,
  readFilter,
  selectableMonths,
} from './item-filter.ts';

const TODAY = '2026-11-21';
const read = (query: string, shown = EVERYONE) =>
  readFilter(new URLSearchParams(query), shown, TODAY);

const filters = fc.record({
  yearMonth: fc.constantFrom(202401, 202512, 202611),
  tab: fc.constantFrom(MONTH_TAB, ALL_TAB),
  shown: fc.constantFrom(EVERYONE, FACILITY, 'abc'),
});

describe('filter', () => {
  it('is the current month by default', () => {
    expect(read('')).toEqual({ yearMonth: 202611, tab: MONTH_TAB, shown: EVERYONE });
    expect(read('yearMonth=202608').yearMonth).toBe(202608);
    expect(read('yearMonth=all').tab).toBe(ALL_TAB);
    expect(read('yearMonth=209901').yearMonth).toBe(202611);
    expect(read('yearMonth=x').yearMonth).toBe(202611);
  });

  it('survives its own URL', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const { searchParams } = new URL(filterAddress(filter), 'https://tayori.example');
        expect(isSameFilter(readFilter(searchParams, filter.shown, TODAY), filter)).toBe(true);
      }),
    );
  });

  it("contains a month only in the month's tab", () => {
    expect(itemsQuery({ yearMonth: 202611, tab: MONTH_TAB, shown: FACILITY }, 2)).toBe(
      'page=2&yearMonth=202611&residentId=none&together=true',
    );
    expect(itemsQuery({ yearMonth: 202611, tab: ALL_TAB, shown: EVERYONE }, 1)).toBe(
      'page=1&together=true',
    );
  });

  it('tells whose photos and which month', () => {
    const filter = { yearMonth: 202611, tab: MONTH_TAB, shown: EVERYONE };
    expect(isInPeriod({ yearMonth: 202610 }, filter)).toBe(false);
    expect(isInPeriod({ yearMonth: 202610 }, { ...filter, tab: 2 })).toBe(true);
    expect(isOfPlace({ residentId: null }, FACILITY)).toBe(true);
    expect(isOfPlace({ residentId: 'a' }, FACILITY)).toBe(false);
    expect(isOfPlace({ residentId: 'a' }, 'a')).toBe(true);
  });

  it("never chooses a photo's place by itself", () => {
    expect(placeOf(EVERYONE)).toBeUndefined();
    expect(placeOf(FACILITY)).toBeNull();
    expect(placeOf('a')).toBe('a');
  });
});

describe('selectable months', () => {
  it('are from the start date to the current month, newest first', () => {
    expect(selectableMonths('2026-09-01', TODAY)).toEqual([202611, 202610, 202609]);
    expect(selectableMonths('2026-11-01', TODAY)).toEqual([202611]);
    expect(selectableMonths('2027-02-01', TODAY)).toEqual([202611]);
  });

  it('are each listed once, from the start date on', () => {
    const months = fc.record({
      year: fc.integer({ min: 2001, max: 2026 }),
      month: fc.integer({ min: 1, max: 11 }),
    });
    fc.assert(
      fc.property(months, ({ year, month }) => {
        const start = year * 100 + month;
        const list = selectableMonths(firstDayOf(start), TODAY);
        expect(list).toHaveLength(monthsBetween(start, 202611) + 1);
        expect(new Set(list).size).toBe(list.length);
        expect(list.at(-1)).toBe(start);
      }),
    );
  });
});
