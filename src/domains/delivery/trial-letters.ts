import { readSendsUntil } from '#domains/facility/read-host.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { addDays, civilDateOf, startOfDay } from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashedMailbox, readProven } from './proven-mailboxes.ts';

/** In words: a family that pressed 見ました or the button of a mail has proven itself. */
export const UNPROVEN = '「見ました」などのお返事も、アドレスの確認もまだない宛先';
/** To mailboxes that have not proven themselves (P27). */
export const TRIAL_LETTERS_A_DAY = 30;
/** Proven or not. */
const TRIAL_LETTERS_A_MAILBOX = 5;

interface TrialDay {
  day: CivilDate;
  strangers: number;
  ofMailbox: number;
}

function firstDayWithRoom(
  planned: readonly TrialDay[],
  today: CivilDate,
  isProven: boolean,
): CivilDate {
  const isFull = (day: CivilDate): boolean => {
    const { strangers = 0, ofMailbox = 0 } = planned.find((one) => one.day === day) ?? {};
    return ofMailbox >= TRIAL_LETTERS_A_MAILBOX || (!isProven && strangers >= TRIAL_LETTERS_A_DAY);
  };
  let day = today;
  while (isFull(day)) day = addDays(day, 1);
  return day;
}

export interface Sending {
  hostId: string;
  /** No letters are sent after this; null for no limit. */
  trialEndsAt: string | null;
  /** In Tokyo. */
  hour: number;
}

/** `mailEnabled`: whether letters go by themselves. */
export async function readSending(db: Db, hostId: string) {
  const { mailEnabled, hour } = await readDeliverySettings({ db }, hostId);
  return { hostId, trialEndsAt: await readSendsUntil(db, hostId), hour, mailEnabled };
}

/**
 * When a letter is sent: now, or at the delivery hour of the first day with room.
 * @param planned of now's day and later. @returns null if that is after the trial
 */
function placeLetter(
  { trialEndsAt, hour }: Pick<Sending, 'trialEndsAt' | 'hour'>,
  planned: readonly TrialDay[],
  now: Date,
  isProven: boolean,
): { day: CivilDate; at: Date } | null {
  const today = civilDateOf(now);
  const day = firstDayWithRoom(planned, today, isProven);
  const at = day === today ? now : new Date(startOfDay(day).getTime() + hour * HOUR_MS);
  return trialEndsAt !== null && at.toISOString() >= trialEndsAt ? null : { day, at };
}

export interface Planned {
  /** Now, or at the delivery hour of a later day. */
  at: Date;
  /** Hashed, for `deliveries`; null if not counted. */
  mailbox: string | null;
}

/**
 * Plans the day of a letter. As anyone can start a trial, it sends only some letters a day to
 * mailboxes of which nobody knows whose they are (P27).
 * @returns null, uncounted, if that day is after the trial
 */
export async function planLetter(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  sending: Sending,
  email: string,
): Promise<Planned | null> {
  const now = clock.now();
  const { hostId } = sending;
  if (sending.trialEndsAt === null) return { at: now, mailbox: null };
  const mailbox = hashedMailbox(email);
  const isProven = (await readProven(db, hostId, email))(email);
  const days = await listTrialDays(db, hostId, mailbox, civilDateOf(now));
  const place = placeLetter(sending, days, now, isProven);
  if (place === null) return null;
  await addTrialLetter(db, { host_id: hostId, day: place.day, mailbox }, isProven ? 0 : 1);
  return { at: place.at, mailbox };
}

/**
 * Says when letters will be sent that are planned one after another, as `planLetter` would at that
 * instant; nothing is written.
 */
export async function foresee(
  db: Db,
  sending: Sending,
  now: Date,
): Promise<(email: string) => Date | null> {
  if (sending.trialEndsAt === null) return () => now;
  const letters = [...(await listTrialLetters(db, sending.hostId, civilDateOf(now)))];
  const proven = await readProven(db, sending.hostId);
  return (email) => {
    const mailbox = hashedMailbox(email);
    const isProven = proven(email);
    const place = placeLetter(sending, daysOf(letters, mailbox), now, isProven);
    if (place === null) return null;
    letters.push({ day: place.day, mailbox, letters: 1, to_strangers: isProven ? 0 : 1 });
    return place.at;
  };
}

type TrialLetters = Awaited<ReturnType<typeof listTrialLetters>>;

const daysOf = (letters: TrialLetters, mailbox: string): TrialDay[] =>
  [...Map.groupBy(letters, ({ day }) => day)].map(([day, of]) => ({
    day,
    strangers: of.reduce((sum, { to_strangers }) => sum + to_strangers, 0),
    ofMailbox: of.reduce((sum, one) => sum + (one.mailbox === mailbox ? one.letters : 0), 0),
  }));

export const forgetTrialDays = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>) =>
  db.deleteFrom('trial_letters').where('day', '<', civilDateOf(clock.now())).execute();

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

const listTrialLetters = (db: Db, hostId: string, from: CivilDate) =>
  db
    .selectFrom('trial_letters')
    .select(['day', 'mailbox', 'letters', 'to_strangers'])
    .where('host_id', '=', hostId)
    .where('day', '>=', from)
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
