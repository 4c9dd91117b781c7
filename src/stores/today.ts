import { atom } from 'nanostores';
import { MINUTE_MS } from '#lib/durations.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';

/** In Tokyo, by the server's clock. */
export const $today = atom<CivilDate>('');

let ahead: number | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

export function openToday(made: CivilDate, now: number | undefined): void {
  $today.set(made);
  ahead = now === undefined ? null : Date.now() - now;
  clearInterval(timer);
  timer = setInterval(today, MINUTE_MS);
}

/** A photo page may stay open for weeks. */
export function today(): CivilDate {
  if (ahead !== null) $today.set(civilDateOf(new Date(Date.now() - ahead)));
  return $today.get();
}
