import { HOUR_MS } from '../../lib/durations.ts';
import { civilDateOf, startOfDay } from '../../lib/calendar.ts';
import { mailboxOf } from '../../lib/mail-address.ts';
import type { Runtime } from '../../server/runtime.ts';
import { hashToken } from '../../server/secrets.ts';
import { firstDayWithRoom } from './trial-letters.ts';
import {
  addTrialLetter,
  deleteTrialDaysBefore,
  findAnswer,
  listTrialDays,
} from './trial.repository.ts';

/** Who sends letters: what their trial and their settings say of when. */
export interface Sending {
  hostId: string;
  /** Until when letters go out at all; null: in good standing, and free to send. */
  trialEndsAt: string | null;
  /** Of the day, in Tokyo, at which letters go out. */
  hour: number;
}

export interface Planned {
  /** When it goes out: now, or at that hour of a later day. */
  at: Date;
  /** Hash, for `deliveries`; null where nothing is counted. */
  mailbox: string | null;
}

/**
 * Finds a letter its day. A facility on its trial sends only so many a day to mailboxes that have
 * not answered an earlier letter: anybody can begin a trial, in any name (P27). What
 * exceeds waits for the next day that has room.
 * @returns null when that day comes after the trial; nothing is counted then.
 */
export async function planLetter(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  { hostId, trialEndsAt, hour }: Sending,
  email: string,
): Promise<Planned | null> {
  const now = clock.now();
  if (trialEndsAt === null) return { at: now, mailbox: null };
  const mailbox = hashToken(mailboxOf(email)).slice(0, 32);
  const hasAnswered = (await findAnswer(db, hostId, mailbox)) !== undefined;
  const today = civilDateOf(now);
  const days = await listTrialDays(db, hostId, mailbox, today);
  const day = firstDayWithRoom(days, today, hasAnswered);
  const at = day === today ? now : new Date(startOfDay(day).getTime() + hour * HOUR_MS);
  if (at.toISOString() >= trialEndsAt) return null;
  await addTrialLetter(db, { host_id: hostId, day, mailbox }, hasAnswered ? 0 : 1);
  return { at, mailbox };
}

/** @returns when a mail goes out that has to wait for its day; null for any other. */
export const laterThan = (
  now: Date,
  { mailDueAt, mailAttempts }: { mailDueAt: string | null; mailAttempts: number | null },
): Date | null =>
  mailDueAt !== null && mailAttempts === 0 && mailDueAt > now.toISOString()
    ? new Date(mailDueAt)
    : null;

/** Days that are over hold nothing back any more. */
export const forgetTrialDays = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>) =>
  deleteTrialDaysBefore(db, civilDateOf(clock.now()));
