import { atom } from 'nanostores';
import { MINUTE_MS } from '../lib/durations.ts';
import type { CivilDate } from '../lib/calendar.ts';
import { civilDateOf } from '../lib/calendar.ts';

/** The day in Asia/Tokyo by the server's clock, as it was when the page last looked. */
export const $today = atom<CivilDate>('');

let ahead: number | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

/** Takes the day that the page was made on, and goes on from there while the page is open. */
export function openToday(made: CivilDate, now: number | undefined): void {
  $today.set(made);
  ahead = now === undefined ? null : Date.now() - now;
  clearInterval(timer);
  timer = setInterval(today, MINUTE_MS);
}

/** The day it is now: a photo page stays open for weeks, also over the end of a month. */
export function today(): CivilDate {
  if (ahead !== null) $today.set(civilDateOf(new Date(Date.now() - ahead)));
  return $today.get();
}
