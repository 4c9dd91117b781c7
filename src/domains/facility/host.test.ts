import { expect, test } from 'vitest';
import { formatLastDay, trialEnd } from './host.ts';

const tokyo = (text: string) => new Date(`${text}+09:00`);

test.each([
  ['in the middle of a month', '2026-11-15T10:00', '2027-01-02T00:00', '2027年1月1日(金)'],
  ['on the eve of the 1st', '2026-10-31T23:59', '2026-12-02T00:00', '2026年12月1日(火)'],
  ['on the 1st itself', '2026-11-01T00:00', '2027-01-02T00:00', '2027年1月1日(金)'],
  ['before a short month', '2027-01-31T12:00', '2027-03-02T12:00', '2027年3月2日(火)'],
])(
  'a trial that begins %s ends after the second 1st, and after thirty days',
  (_, begun, ends, last) => {
    const end = trialEnd(tokyo(begun));
    expect(end).toEqual(tokyo(ends));
    expect(formatLastDay(end.toISOString())).toBe(last);
  },
);

test('no trial is shorter than thirty days, or without two first days', () => {
  for (let hour = 0; hour < 366 * 24; hour++) {
    const begun = tokyo('2026-03-01T00:00').getTime() + hour * 3_600_000;
    const end = trialEnd(new Date(begun)).getTime();
    expect((end - begun) / 86_400_000).toBeGreaterThanOrEqual(30);
    const firsts = Array.from({ length: Math.ceil((end - begun) / 86_400_000) }, (_, day) =>
      new Date(begun + (day + 1) * 86_400_000 + 9 * 3_600_000).getUTCDate(),
    ).filter((date, day) => date === 1 && begun + (day + 1) * 86_400_000 < end);
    expect(firsts.length).toBeGreaterThanOrEqual(2);
  }
});
