import { DAY_MS } from '#lib/durations.ts';
import { moment } from '#lib/figures.ts';
import type { Span } from '#server/figures/spans.ts';
import { SPAN_MS, startOf } from '#server/figures/spans.ts';

/** What the page is asked for: the last hour, day or month, in this many steps. */
export const RANGES = {
  hour: { span: 'minutes', steps: 12, name: 'この1時間' },
  day: { span: 'hour', steps: 24, name: 'この1日' },
  month: { span: 'day', steps: 30, name: 'この1か月' },
} as const satisfies Record<string, { span: Span; steps: number; name: string }>;

export type Range = keyof typeof RANGES;

export const readRange = (asked: string | null): Range =>
  asked !== null && Object.hasOwn(RANGES, asked) ? (asked as Range) : 'day';

/** Starts of its steps, the oldest first; the last one is not over. */
export function stepsOf(range: Range, now: Date): string[] {
  const { span, steps } = RANGES[range];
  const last = Date.parse(startOf(span, now));
  return Array.from({ length: steps }, (_, n) =>
    new Date(last - (steps - 1 - n) * SPAN_MS[span]).toISOString(),
  );
}

/** `14:05` within a day, else `11-21`. */
export const stepName = (range: Range, at: string): string =>
  range === 'month' ? moment(at).slice(5, 10) : moment(at).slice(11, 16);

/**
 * When a disk will be full, if it goes on as before: a straight line through the days.
 * @param days what was free on each, the oldest first
 * @returns null if it does not shrink, lasts ten years, or fewer than three days are known
 */
export function fullAt(days: readonly { at: string; free: number }[]): Date | null {
  if (days.length < 3) return null;
  const points = days.map(({ at, free }) => ({ x: Date.parse(at) / DAY_MS, y: free }));
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const perDay = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
  const last = points.at(-1) ?? { x, y };
  const left = last.y / -perDay;
  return perDay < 0 && left < 3650 ? new Date((last.x + left) * DAY_MS) : null;
}
