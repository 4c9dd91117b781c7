import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/durations.ts';

/** Rows are kept thrice: by five minutes for the last hours, by hours for a month, by days for a year. */
export const SPANS = ['minutes', 'hour', 'day'] as const;
export type Span = (typeof SPANS)[number];

export const SPAN_MS: Record<Span, number> = {
  minutes: 5 * MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};

export const KEPT_MS: Record<Span, number> = {
  minutes: 3 * HOUR_MS,
  hour: 32 * DAY_MS,
  day: 400 * DAY_MS,
};

/** Days begin at midnight in Tokyo, which has no summer time. */
const TOKYO_MS = 9 * HOUR_MS;

/** Start of the span that an instant is in. */
export function startOf(span: Span, now: Date): string {
  const ms = now.getTime() + TOKYO_MS;
  return new Date(ms - (ms % SPAN_MS[span]) - TOKYO_MS).toISOString();
}
