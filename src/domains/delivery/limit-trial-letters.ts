import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf, startOfDay } from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';
import { mailboxOf } from '#lib/mail-address.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import { firstDayWithRoom } from './trial-letters.ts';

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

const listTrialDays = (db: Db, hostId: string, mailbox: string, from: CivilDate) =>
  db
    .selectFrom('trial_letters')
    .select('day')
    .select(({ fn, eb }) => [
      fn.sum<number>('to_strangers').as('strangers'),
      fn
        .sum<number>(eb.case().when('mailbox', '=', mailbox).then(eb.ref('letters')).else(0).end())
        .as('ofMailbox'),
    ])
    .where('host_id', '=', hostId)
    .where('day', '>=', from)
    .groupBy('day')
    .execute();

const addTrialLetter = (
  db: Db,
  key: { host_id: string; day: CivilDate; mailbox: string },
  toStrangers: 0 | 1,
) =>
  db
    .insertInto('trial_letters')
    .values({ ...key, letters: 1, to_strangers: toStrangers })
    .onConflict((conflict) =>
      conflict.columns(['host_id', 'day', 'mailbox']).doUpdateSet((eb) => ({
        letters: eb('trial_letters.letters', '+', 1),
        to_strangers: eb('trial_letters.to_strangers', '+', toStrangers),
      })),
    )
    .execute();

const deleteTrialDaysBefore = (db: Db, day: CivilDate) =>
  db.deleteFrom('trial_letters').where('day', '<', day).execute();

/** Whether 見ました answered a letter to this mailbox. */
const findAnswer = (db: Db, hostId: string, mailbox: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('letter_reads', (join) =>
      join
        .onRef('letter_reads.host_id', '=', 'deliveries.host_id')
        .onRef('letter_reads.family_id', '=', 'deliveries.family_id')
        .onRef('letter_reads.seen_at', '>=', 'deliveries.created_at'),
    )
    .select('deliveries.family_id')
    .where('deliveries.host_id', '=', hostId)
    .where('deliveries.mailbox', '=', mailbox)
    .limit(1)
    .executeTakeFirst();
