import { HOUR_MS } from '#lib/durations.ts';
import { civilDateOf, startOfDay } from '#lib/calendar.ts';
import { mailboxOf } from '#lib/mail-address.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import { firstDayWithRoom } from './trial-letters.ts';
import {
  addTrialLetter,
  deleteTrialDaysBefore,
  findAnswer,
  listTrialDays,
} from './trial-letters.repository.ts';

export interface Sending {
  hostId: string;
  /** No letters are sent after this; null for no limit. */
  trialEndsAt: string | null;
  /** In Tokyo. */
  hour: number;
}

interface Planned {
  /** Now, or at the delivery hour of a later day. */
  at: Date;
  /** Hashed, for `deliveries`; null if not counted. */
  mailbox: string | null;
}

/**
 * Plans the day of a letter. As anyone can start a trial, it sends only some letters a day to
 * mailboxes that never answered (P27).
 * @returns null, uncounted, if that day is after the trial
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

/** @returns when a delayed mail is sent; null for any other */
export const laterThan = (
  now: Date,
  { mailDueAt, mailAttempts }: { mailDueAt: string | null; mailAttempts: number | null },
): Date | null =>
  mailDueAt !== null && mailAttempts === 0 && mailDueAt > now.toISOString()
    ? new Date(mailDueAt)
    : null;

export const forgetTrialDays = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>) =>
  deleteTrialDaysBefore(db, civilDateOf(clock.now()));
