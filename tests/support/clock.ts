import { vi } from 'vitest';
import type { Clock } from '#server/clock.ts';

/** Saturday 17 October 2026, noon in Tokyo. */
export const NOON = '2026-10-17T03:00:00.000Z';

export interface FrozenClock extends Clock {
  set(instant: string): void;
  /** Milliseconds. */
  advance(ms: number): void;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `Date` follows it too, for libraries. */
export function freezeClock(instant = NOON): FrozenClock {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) });
  return {
    now: () => new Date(),
    set: (other) => void vi.setSystemTime(new Date(other)),
    advance: (ms) => void vi.setSystemTime(Date.now() + ms),
  };
}
