import { dueAt } from '#domains/facility/delivery-settings.ts';
import { sendsUntil } from '#domains/facility/host.ts';
import { findHost } from '#domains/facility/hosts.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { inOneMail } from './joint-words.ts';
import { foresee } from './limit-trial-letters.ts';
import { goesByLine } from './mail-states.ts';
import type { Expected, Outlook } from './outlook.ts';
import { outlookOf } from './outlook.ts';
import { readLetters } from './queue-letters.ts';
import { findRun, listAddressees } from './run-rows.ts';
import { decideDelivery } from './schedule.ts';

type Parts = Pick<Runtime, 'db' | 'clock'>;
type Letter = Awaited<ReturnType<typeof readLetters>>[number];

/** More than a facility has. */
const ALL = 100_000;

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
  const rows = await listAddressees(db, hostId, '', at.toISOString(), ALL);
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
  const ready = letters.filter(({ reason }) => reason === null);
  for (const [number, one] of inOneMail(ready).entries()) {
    const at = place(one[0]?.row.email ?? '');
    for (const { row } of one) mails.set(row.id, at && { at, number });
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
    ...{ familyId: row.id, way: null, mail: null },
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
