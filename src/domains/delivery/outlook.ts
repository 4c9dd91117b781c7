import { dueAt } from '#domains/facility/delivery-settings.ts';
import type { HostStanding } from '#domains/facility/host.ts';
import { isHostActive, sendsUntil } from '#domains/facility/host.ts';
import { findHost } from '#domains/facility/read-host.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { listAllAddressees } from './addressees.ts';
import { messagesTo } from './channel.ts';
import { MAIL } from './mail-channel.ts';
import { readLetters } from './queue.ts';
import type { NoMailReason } from './reasons.ts';
import { goesByLine } from './reasons.ts';
import { findRun } from './run-rows.ts';
import { foresee } from './trial-letters.ts';

/** Why a family that a letter is for does not get it by itself. */
export type HeldUp =
  /** The trial is over by then. */
  | 'inactive'
  /** Mails and messages are switched off. */
  | 'off'
  /** The first day with room for the mail is after the trial. */
  | 'afterTrial';

/** What is going to happen to a family's letter; nothing of it is certain before the day. */
export interface Expected {
  familyId: string;
  /** null if nothing is sent or handed over. */
  way: 'email' | 'line' | 'link' | 'print' | null;
  /** The mail, also one beside LINE. Relatives share one. */
  mail: { at: Date; number: number } | null;
  /** null if it has a way. */
  reason: Exclude<NoMailReason, 'line' | 'link' | 'print'> | HeldUp | null;
}

/** The same for all of a facility. */
export interface Outlook {
  /** When the run is due. */
  at: Date;
  outcome: 'mails' | 'off' | 'inactive';
  /** Mails by day, with the families for whom one is the way. */
  days: { day: CivilDate; families: number; mails: number }[];
  line: number;
  link: number;
  print: number;
  /** Families without anything, by reason. */
  none: { reason: NonNullable<Expected['reason']>; families: number }[];
}

function outlookOf(at: Date, outcome: Outlook['outcome'], expected: readonly Expected[]): Outlook {
  const by = (way: Expected['way']) => expected.filter((one) => one.way === way);
  const mails = Map.groupBy(
    expected.filter(({ mail }) => mail !== null),
    ({ mail }) => civilDateOf(mail?.at ?? at),
  );
  const days = [...mails].map(([day, of]) => ({
    day,
    families: of.filter(({ way }) => way === 'email').length,
    mails: new Set(of.map(({ mail }) => mail?.number)).size,
  }));
  const reasons = Map.groupBy(by(null), ({ reason }) => reason ?? 'noLetter');
  return {
    at,
    outcome,
    days: days.sort((a, b) => (a.day < b.day ? -1 : 1)),
    line: by('line').length,
    link: by('link').length,
    print: by('print').length,
    none: [...reasons].map(([reason, of]) => ({ reason, families: of.length })),
  };
}

/** Families that are promised something. */
export const promised = ({ days, line, link, print }: Outlook): number =>
  days.reduce((sum, { families }) => sum + families, 0) + line + link + print;

/** Families whose letter is delayed for that reason. */
export const heldUp = ({ none }: Outlook, reason: HeldUp): number =>
  none.find((one) => one.reason === reason)?.families ?? 0;

interface DueHost extends HostStanding {
  hour: number;
  mailEnabled: boolean;
}

/** Decides a month for good; paying later sends nothing. @returns null if not due, or never */
export function decideDelivery(
  host: DueHost,
  yearMonth: YearMonth,
  now: Date,
): 'mails' | 'off' | 'inactive' | null {
  const due = dueAt(yearMonth, host.hour).getTime();
  if (now.getTime() < due) return null;
  if (host.activated_at === null || Date.parse(host.activated_at) > due) return null;
  if (!isHostActive(host, now)) return 'inactive';
  return host.mailEnabled ? 'mails' : 'off';
}

type Parts = Pick<Runtime, 'db' | 'clock'>;

type Letter = Awaited<ReturnType<typeof readLetters>>[number];

export interface Foreseen {
  outlook: Outlook;
  byFamily: ReadonlyMap<string, Expected>;
}

/**
 * What the run of that month is going to do, by the run's own conditions, if nothing changes until
 * then (domain.md#what-is-announced). @returns null once it is due
 */
export async function foreseeMonth(
  { db, clock }: Parts,
  hostId: string,
  yearMonth: YearMonth,
): Promise<Foreseen | null> {
  const host = await findHost(db, hostId);
  if (!host) return null;
  const { hour, mailEnabled } = await readDeliverySettings({ db }, hostId);
  const at = dueAt(yearMonth, hour);
  if (at <= clock.now() || (await findRun(db, hostId, yearMonth))) return null;
  const outcome = decideDelivery({ ...host, hour, mailEnabled }, yearMonth, at) ?? 'inactive';
  const rows = await listAllAddressees(db, hostId, at.toISOString());
  const letters = await readLetters(db, hostId, yearMonth, rows);
  const sending = { hostId, trialEndsAt: sendsUntil(host), hour };
  const mails =
    outcome === 'mails' ? placed(letters, await foresee(db, sending, at)) : new Map<string, null>();
  const expected = letters.map((letter) => expectedOf(letter, outcome, mails));
  return {
    outlook: outlookOf(at, outcome, expected),
    byFamily: new Map(expected.map((one) => [one.familyId, one])),
  };
}

type Mails = ReadonlyMap<string, Expected['mail']>;

/** One mail after another, as the run queues them. */
function placed(letters: readonly Letter[], place: (email: string) => Date | null): Mails {
  const mails = new Map<string, Expected['mail']>();
  const destinations = letters
    .filter(MAIL.takes)
    .map((letter) => ({ letter, to: letter.row.email ?? '' }));
  for (const [number, { to, letters: some }] of messagesTo(MAIL, destinations).entries()) {
    const at = place(to);
    for (const { row } of some) mails.set(row.id, at && { at, number });
  }
  return mails;
}

function expectedOf(
  { row, reason, goes }: Letter,
  outcome: Outlook['outcome'],
  mails: Mails,
): Expected {
  const mail = mails.get(row.id) ?? null;
  const none = (why: NonNullable<Expected['reason']>): Expected => ({
    familyId: row.id,
    way: null,
    mail: null,
    reason: why,
  });
  const by = (way: Expected['way']): Expected => ({ familyId: row.id, way, mail, reason: null });
  if (reason === 'link' || reason === 'print') {
    if (!goes) return none('noLetter');
    // Nobody can open the list of those to hand over.
    return outcome === 'inactive' ? none('inactive') : by(reason);
  }
  const isByLine = goesByLine(row, reason);
  if (!isByLine && reason !== null && reason !== 'line') return none(reason);
  if (outcome !== 'mails') return none(outcome);
  if (isByLine) return by('line');
  return mail === null ? none('afterTrial') : by('email');
}

/** What is announced of a month. */
export const readOutlook = async (
  rt: Parts,
  hostId: string,
  yearMonth: YearMonth,
): Promise<Outlook | null> => (await foreseeMonth(rt, hostId, yearMonth))?.outlook ?? null;

/** This month, if the trial is over before its letters are due; null otherwise. */
export async function readMissedMonth(
  { db, clock }: Parts,
  { id, trialEndsAt }: { id: string; trialEndsAt: string | null },
): Promise<YearMonth | null> {
  if (trialEndsAt === null) return null;
  const yearMonth = yearMonthOf(civilDateOf(clock.now()));
  const host = await findHost(db, id);
  const settings = await readDeliverySettings({ db }, id);
  if (!host) return null;
  const outcome = decideDelivery(
    { ...host, ...settings },
    yearMonth,
    dueAt(yearMonth, settings.hour),
  );
  return outcome === 'inactive' ? yearMonth : null;
}
