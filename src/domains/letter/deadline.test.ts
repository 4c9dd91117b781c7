import { describe, expect, it } from 'vitest';
import { deadlineOf } from './deadline.ts';

describe('deadlineOf', () => {
  it.each([
    ['2026-10-02', 30, 'info'],
    ['2026-10-11', 21, 'info'],
    ['2026-10-12', 20, 'success'],
    ['2026-10-21', 11, 'success'],
    ['2026-10-22', 10, 'primary'],
    ['2026-10-26', 6, 'primary'],
    ['2026-10-27', 5, 'danger'],
    ['2026-10-31', 1, 'danger'],
  ])('on %s has %i days left and is %s', (today, daysLeft, color) => {
    expect(deadlineOf(today)).toMatchObject({
      daysLeft,
      color,
      text: `10月号の配信まで、残り${daysLeft}日`,
    });
  });

  it('measures the elapsed share of the month', () => {
    expect(deadlineOf('2026-10-01').elapsed).toBe(0);
    expect(deadlineOf('2026-02-15').elapsed).toBe(0.5);
    expect(deadlineOf('2028-02-29').elapsed).toBeCloseTo(28 / 29);
  });

  it('shows the fixed text on the first day of any month', () => {
    expect(deadlineOf('2026-11-01')).toMatchObject({
      daysLeft: 30,
      color: 'info',
      text: '本日は8月号の配信日です',
    });
  });

  it('announces no letter that the end of a trial stops', () => {
    const { text } = deadlineOf('2026-11-26', 202611);
    expect(text).toBe('11月号は、お試しが終わるため、このままでは届きません');
    expect(deadlineOf('2026-11-26', 202610).text).toBe(deadlineOf('2026-11-26').text);
  });
});
