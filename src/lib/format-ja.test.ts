import { expect, test } from 'vitest';
import {
  formatBytes,
  formatDay,
  formatMoment,
  formatMonthFrom,
  formatMonth,
  formatWait,
  formatYearMonth,
  formatYearWithEra,
  formatYearWithEras,
} from './format-ja.ts';

test('a day is written with its weekday and without zeros', () => {
  expect(formatDay('2026-10-03', '2026-11-22')).toBe('10月3日(土)');
  expect(formatDay('2028-02-29', '2028-02-29')).toBe('2月29日(火)');
});

test.each([
  ['2025-12-31', '2026-01-01', '2025年12月31日(水)'],
  ['2027-01-01', '2026-12-31', '2027年1月1日(金)'],
  ['2026-01-01', '2026-12-31', '1月1日(木)'],
  ['0202-10-03', '2026-10-03', '0202年10月3日(日)'],
])('shows the year of %s, unless it is that of %s', (date, today, text) => {
  expect(formatDay(date, today)).toBe(text);
});

test('times are in Tokyo', () => {
  expect(formatMoment(new Date('2026-10-02T15:05:59Z'), '2026-10-03')).toBe('10月3日(土) 0:05');
  expect(formatMoment(new Date('2026-10-17T03:30:00Z'), '2026-10-17')).toBe('10月17日(土) 12:30');
});

test('months and years', () => {
  expect(formatMonth(202609)).toBe('9月');
  expect(formatYearMonth(202609)).toBe('2026年9月');
  expect(formatYearWithEras(2026)).toBe('2026年・令和8年');
  expect(formatYearWithEras(2019)).toBe('2019年・平成31年・令和元年');
  expect(formatYearWithEras(2018)).toBe('2018年・平成30年');
});

test('the era is that of the first day of the month', () => {
  expect(formatYearWithEra(202610)).toBe('2026年・令和8年');
  expect(formatYearWithEra(201905)).toBe('2019年・令和元年');
  expect(formatYearWithEra(201904)).toBe('2019年・平成31年');
});

test.each([
  [0, '0 KB'],
  [999_499, '999 KB'],
  [1_000_000, '1 MB'],
  [740_000_000, '740 MB'],
  [1_234_000_000, '1.2 GB'],
  [45_600_000_000, '46 GB'],
  [2_000_000_000_000, '2.0 TB'],
  [3_000_000_000_000_000, '3000 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '1分'],
  [61, '2分'],
  [3540, '59分'],
  [3541, '1時間'],
  [3600, '1時間'],
  [3601, '2時間'],
])('waiting %i seconds is %s', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});

test('a month of another year carries its year', () => {
  expect(formatMonthFrom(202612, 202610)).toBe('10月');
  expect(formatMonthFrom(202612, 202701)).toBe('2027年1月');
  expect(formatMonthFrom(202701, 202612)).toBe('2026年12月');
});
