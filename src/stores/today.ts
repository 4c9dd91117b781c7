import { atom } from 'nanostores';
import { MINUTE_MS } from '#lib/durations.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';

/** Today in Tokyo by the server's clock, as last checked. */
export const $today = atom<CivilDate>('');

let ahead: number | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

/** Starts from the server's day and follows the clock. */
export function openToday(made: CivilDate, now: number | undefined): void {
  $today.set(made);
  ahead = now === undefined ? null : Date.now() - now;
  clearInterval(timer);
  timer = setInterval(today, MINUTE_MS);
}

/** The current day: a photo page may stay open for weeks. */
export function today(): CivilDate {
  if (ahead !== null) $today.set(civilDateOf(new Date(Date.now() - ahead)));
  return $today.get();
}
