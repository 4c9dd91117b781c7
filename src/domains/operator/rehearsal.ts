import { civilDateOf, hourOf } from '#lib/calendar.ts';
import type { Rehearsal } from './status.ts';

/** Letters are delivered on the 1st, and read in the days after. */
const FIRST_DAY = 10;
/** From here on at any hour, for a server that is off at night. */
const ANY_HOUR_DAY = 20;
const HOURS = 3;

/**
 * Whether the monthly rehearsal is due: in the hours after the daily backup, once a month, and after
 * a failed one once a day.
 * @param backupHour in Tokyo
 */
export function isRehearsalDue(
  last: Pick<Rehearsal, 'at' | 'outcome'> | null,
  backupHour: number,
  now: Date,
): boolean {
  const today = civilDateOf(now);
  const day = Number(today.slice(8));
  if (day < FIRST_DAY) return false;
  const isAfterBackup = (hourOf(now) - backupHour - 1 + 24) % 24 < HOURS;
  if (!isAfterBackup && day < ANY_HOUR_DAY) return false;
  // One dated later, by a clock that was wrong, does not count.
  if (!last || last.at > now.toISOString()) return true;
  const lastDay = civilDateOf(new Date(last.at));
  return last.outcome === 'failed' ? lastDay < today : lastDay.slice(0, 7) < today.slice(0, 7);
}

/** The place to rehearse with this time: with BACKUP_REHEARSAL=copies every second month, in turn. */
export function placeInTurn(places: readonly string[], now: Date): string | null {
  const today = civilDateOf(now);
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7));
  if (month % 2 === 1) return null;
  return places[(month / 2) % places.length] ?? null;
}
