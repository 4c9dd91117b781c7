import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import type { Host } from '#domains/facility/host.ts';
import {
  NOTICE_DAYS,
  formatLastDay,
  isHostActive,
  lastDayOfTrial,
  mayContinue,
  trialEnd,
} from '#domains/facility/host.ts';
import { dueAt, firstMissed } from '#domains/facility/delivery-settings.ts';
import type { HostRow } from '#domains/facility/read-host.ts';
import { findHost, updateNewHost, updateTrialHost } from '#domains/facility/read-host.ts';
import { planOf, requirePlan } from '#domains/facility/plans.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { DAY_MS } from '#lib/durations.ts';
import { conflict } from '#lib/errors.ts';
import { formatDay, formatMonth } from '#lib/format-ja.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { continuedMail, trialEndingMail } from './account-mails.ts';
import { tellAdmins } from './tell-admins.ts';
import { allowTrial } from './facility-limits.ts';
import type { Actor } from './session/session.ts';

/**
 * Asks to continue after the trial (domain.md#facilities).
 * @throws AppError 409 if not open; 422 for a plan that is not offered
 */
export async function continueUse(rt: Runtime, actor: Actor, plan: string): Promise<void> {
  const now = rt.clock.now();
  requirePlan(rt.env.operator.plans, plan);
  await inTransaction(rt, async (tx) => {
    const before = await findHost(tx.db, actor.host.id);
    if (!mayContinue(before?.trial_ends_at ?? null, now)) throw conflict(TOO_EARLY);
    const set = { plan, continued_at: now.toISOString() };
    const host = await updateTrialHost(tx.db, actor.host.id, set);
    if (!host) throw conflict('続けて利用するお申し込みは、もう受け付けています。');
    await tellOperator(tx, actor, host);
    await noteAct(tx, actor, { action: 'host.continued', detail: plan });
  });
}

const TOO_EARLY =
  '続けて利用するお申し込みは、お試し期間の最後の14日から受け付けます。それまでは、そのままお使いください。';

async function tellOperator(
  tx: Tx,
  actor: Actor,
  host: Pick<HostRow, 'id' | 'name' | 'phone' | 'plan'>,
): Promise<void> {
  const { OPERATOR_EMAIL, ADMIN_COMMAND } = tx.env;
  if (!OPERATOR_EMAIL) return;
  const { id, name, phone } = host;
  const plan = planOf(tx.env.operator.plans, host.plan)?.name ?? '';
  const email = actor.email ?? ''; // admins have one
  const facility = { id, name, phone, plan, admin: actor.name, email };
  await queueMail(tx, {
    kind: 'host_continued',
    hostId: null,
    hostName: null,
    to: OPERATOR_EMAIL,
    replyTo: email,
    content: continuedMail({ ...facility, command: ADMIN_COMMAND }),
  });
}

/** Each notice is a row written with its mail: sent once, and after downtime only the nearest. */
export async function tellTrialsEnding(rt: Runtime): Promise<void> {
  const now = rt.clock.now();
  const until = new Date(now.getTime() + Math.max(...NOTICE_DAYS) * DAY_MS);
  const hosts = await listEndingTrials(rt.db, now.toISOString(), until.toISOString());
  for (const { id, trial_ends_at: endsAt, ends_on: endsOn } of hosts) {
    if (endsAt === null || !isOwnDayLater(endsAt, endsOn)) continue;
    await tellOne(rt, { id, endsAt, endsOn }).catch((error: unknown) =>
      rt.log.error({ err: error, host: id }, 'end of a trial not told'),
    );
  }
}

interface EndingTrial {
  id: string;
  endsAt: string;
  endsOn: CivilDate | null;
}

const tellOne = (rt: Runtime, host: EndingTrial): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const now = tx.clock.now();
    const left = (Date.parse(host.endsAt) - now.getTime()) / DAY_MS;
    const due = NOTICE_DAYS.filter((days) => left <= days);
    const fresh: number[] = [];
    for (const days of due) {
      const row = { host_id: host.id, trial_ends_at: host.endsAt, days_before: days };
      if (await insertTrialNotice(tx.db, { ...row, noted_at: now.toISOString() })) fresh.push(days);
    }
    const nearest = Math.min(...due);
    if (!fresh.includes(nearest)) return;
    const { hour } = await readDeliverySettings(tx, host.id);
    const words = {
      days: Math.max(1, Math.ceil(left)),
      lastDay: formatLastDay(host.endsAt),
      missed: letterOf(firstMissed(host.endsAt, hour), civilDateOf(now), host.endsOn),
      isEnding: host.endsOn !== null,
    };
    const url = `${tx.env.PUBLIC_URL}${paths.price}`;
    await tellAdmins(tx, host.id, 'trial_ending', ({ name }) =>
      trialEndingMail(name, { ...words, url }),
    );
  });

/** `12月1日(火)の11月号`; null for one that is due once the last day is over. */
function letterOf(yearMonth: YearMonth, today: CivilDate, endsOn: CivilDate | null): string | null {
  const day = firstDayOf(addMonths(yearMonth, 1));
  if (endsOn !== null && endsOn < day) return null;
  return `${formatDay(day, today)}の${formatMonth(yearMonth)}号`;
}

/**
 * The first letter that is not sent if a facility does nothing: after its trial, the next one.
 * @returns in words; null where none is missed
 */
export async function readMissedLetter(
  { db, clock }: Runtime,
  { host }: Actor,
): Promise<string | null> {
  const row = await findHost(db, host.id);
  if (!row?.trial_ends_at || row.continued_at !== null) return null;
  const { hour } = await readDeliverySettings({ db }, host.id);
  const now = clock.now();
  const today = civilDateOf(now);
  const missed = firstMissed(row.trial_ends_at, hour);
  const isOver = dueAt(missed, hour) < now;
  return letterOf(isOver ? nextToCome(today, now, hour) : missed, today, row.ends_on);
}

function nextToCome(today: CivilDate, now: Date, hour: number): YearMonth {
  const month = yearMonthOf(today);
  const before = addMonths(month, -1);
  return dueAt(before, hour) > now ? before : month;
}

const listEndingTrials = (db: Db, now: string, until: string) =>
  db
    .selectFrom('hosts')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'hosts.id')
    .select(['id', 'trial_ends_at', 'ends_on'])
    .where('activated_at', 'is not', null)
    .where('continued_at', 'is', null)
    .where('trial_ends_at', '>', now)
    .where('trial_ends_at', '<=', until)
    .execute();

/** Where the facility ends no later, its own day is known. */
const isOwnDayLater = (trialEndsAt: string, endsOn: CivilDate | null): boolean =>
  endsOn === null || lastDayOfTrial(trialEndsAt) < endsOn;

async function insertTrialNotice(
  db: Db,
  row: Insertable<Database['trial_notices']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trial_notices')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** `trial` includes its first and last day. */
export async function readStanding(
  rt: Runtime,
  { host }: Actor,
): Promise<'new' | 'trial' | 'continued' | 'over'> {
  const row = await findHost(rt.db, host.id);
  if (!row?.activated_at) return 'new';
  if (row.continued_at !== null) return 'continued';
  return host.isActive ? 'trial' : 'over';
}

/** Starts a host's only trial (domain.md#facilities). @throws AppError 409 if it had one; 422; 429 */
export async function startTrial(
  rt: Runtime,
  actor: Actor,
  plan: string,
  client: { address: string },
): Promise<Host> {
  const now = rt.clock.now();
  requirePlan(rt.env.operator.plans, plan);
  const row = await inTransaction(rt, async (tx) => {
    await allowTrial(tx, client);
    const started = await updateNewHost(tx.db, actor.host.id, {
      plan,
      activated_at: now.toISOString(),
      trial_ends_at: trialEnd(now).toISOString(),
    });
    if (!started) throw conflict('お試しは一度だけです。続けるには、運営者にご連絡ください。');
    await noteAct(tx, actor, { action: 'host.trial_started', target: plan });
    return started;
  });
  return toHost(row, now);
}

const toHost = (row: Omit<HostRow, 'ends_on'>, now: Date): Host => ({
  id: row.id,
  name: row.name,
  isActive: isHostActive({ ...row, ends_on: null }, now),
  plan: row.plan,
  trialEndsAt: row.trial_ends_at,
});
