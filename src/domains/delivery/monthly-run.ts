import { tellAdmins } from '#domains/account/tell-admins.ts';
import { DEFAULT_SETTINGS, dueAt } from '#domains/facility/delivery-settings.ts';
import { comesOn } from '#domains/facility/ending/ending.ts';
import { isHostActive, sendsUntil } from '#domains/facility/host.ts';
import { findHost } from '#domains/facility/read-host.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import { isQueueFull, roomAhead } from '#domains/mail/outbox.ts';
import { deliveryDay, monthToDeliver } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { isOn } from '#lib/flags.ts';
import { sama } from '#lib/honorific.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { listAddressees } from './addressees.ts';
import { readHandoverCounts } from './letters-by-hand.ts';
import type { HandoverCounts } from './handover.ts';
import { handoversAddress } from './handover.ts';
import type { RunOptions } from './late-letters.ts';
import { deliverLate, insertWaits, listHostsWithWaits } from './late-letters.ts';
import { decideDelivery } from './outlook.ts';
import { deliverTo, withRelatives } from './queue.ts';
import { claimTelling, insertRun, listUnsettledHosts, lockRun, updateRun } from './run-rows.ts';

const CAUSE = 'deliveries';

type Host = Awaited<ReturnType<typeof listUnsettledHosts>>[number];

/**
 * Queues due mails (domain.md#delivery). Safe to interrupt and to run concurrently. Facilities take
 * turns, so that a small one is not behind a large one; what the sender will not need for a while is
 * left to the next call.
 */
export async function runDeliveries(rt: Runtime, options: RunOptions = {}): Promise<void> {
  const now = rt.clock.now();
  const yearMonth = monthToDeliver(now);
  const { isStopped = () => false } = options;
  let open = await listUnsettledHosts(rt.db, yearMonth, now.toISOString());
  let room = await roomAhead(rt);
  while (open.length > 0) {
    const unfinished: Host[] = [];
    for (const host of open) {
      if (room <= 0) room = await roomAhead(rt);
      if (isStopped() || room <= 0) return;
      const { did, isMore } = await takeTurn(rt, host, yearMonth, options);
      room -= did;
      if (isMore) unfinished.push({ ...host, started_at: now.toISOString() });
    }
    open = unfinished;
  }
  for (const host of await listHostsWithWaits(rt.db, yearMonth, now)) {
    const late = () => deliverLate(rt, host, yearMonth, options);
    await attemptFor(rt, host, yearMonth)('late letters', late);
  }
}

const attemptFor =
  (rt: Runtime, { id: host }: Pick<Host, 'id'>, yearMonth: YearMonth) =>
  async (trouble: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      rt.log.error({ err: error, host, yearMonth }, trouble);
    }
  };

/** One slice of a facility's run, if it is due. */
async function takeTurn(
  rt: Runtime,
  host: Host,
  yearMonth: YearMonth,
  { batch }: RunOptions,
): Promise<{ did: number; isMore: boolean }> {
  const now = rt.clock.now();
  const outcome = host.started_at === null ? decide(host, yearMonth, now) : 'begun';
  // Stays so where it fails: the next call tries again.
  let turn = { did: 0, isMore: false, isDone: false };
  if (outcome === null || (await isQueueFull(rt.db, host.id))) return turn;
  const deliver = (fitting: number) =>
    inTransaction(rt, async (tx) => {
      if (outcome !== 'begun') await insertRun(tx.db, runOf(host, yearMonth, outcome, now));
      const limit = batch ?? fitting;
      const did = await deliverSome(tx, host, yearMonth, limit);
      turn = { did, isMore: did === limit, isDone: did < limit };
      return did;
    });
  const tell = () => inTransaction(rt, (tx) => tellOnce(tx, host, yearMonth)).then(() => 0);
  const attempt = attemptFor(rt, host, yearMonth);
  await attempt('delivery interrupted', () => pace.slice(CAUSE, deliver));
  if (turn.isDone) await attempt('admins not told', () => pace.slice(CAUSE, tell));
  return turn;
}

/** @returns null if a host's month is not to be decided yet, or never */
function decide(host: Host, yearMonth: YearMonth, now: Date) {
  const hour = host.hour ?? DEFAULT_SETTINGS.hour;
  return decideDelivery(
    { ...host, hour, mailEnabled: isOn(host.mail_enabled ?? 1) },
    yearMonth,
    now,
  );
}

const runOf = (
  host: Pick<Host, 'id' | 'hour' | 'content_version'>,
  yearMonth: YearMonth,
  outcome: 'mails' | 'off' | 'inactive',
  now: Date,
) => ({
  host_id: host.id,
  year_month: yearMonth,
  outcome,
  due_at: dueAt(yearMonth, host.hour ?? DEFAULT_SETTINGS.hour).toISOString(),
  started_at: now.toISOString(),
  finished_at: outcome === 'mails' ? null : now.toISOString(),
  content_version: host.content_version,
});

/** What pages have said of it holds: a 1st that lay behind a last day is over (domain.md#endings). */
export async function leaveOutMissed(tx: Tx, hostId: string, endsOn: CivilDate): Promise<void> {
  const now = tx.clock.now();
  const yearMonth = monthToDeliver(now);
  if (comesOn(endsOn, deliveryDay(yearMonth))) return;
  const host = await findHost(tx.db, hostId);
  const { hour } = await readDeliverySettings(tx, hostId);
  if (host) await insertRun(tx.db, runOf({ ...host, hour }, yearMonth, 'inactive', now));
}

/**
 * Tells the admins what is theirs to hand over, with the same commit as the mark: once for each
 * run, also where mails to families are off.
 */
async function tellOnce(tx: Tx, host: Host, yearMonth: YearMonth): Promise<void> {
  const now = tx.clock.now();
  const run = await claimTelling(tx.db, host.id, yearMonth, now.toISOString());
  if (!run || run.outcome === 'inactive' || !isHostActive(host, now)) return;
  await tellOfHandovers(tx, host.id, yearMonth);
}

/** @returns how many families of a run it has gone through */
async function deliverSome(
  tx: Tx,
  host: Host,
  yearMonth: YearMonth,
  limit: number,
): Promise<number> {
  const now = tx.clock.now();
  const run = await lockRun(tx.db, host.id, yearMonth);
  if (!run) return 0;
  const { mailEnabled, hour } = await readDeliverySettings(tx, host.id);
  const goesOn = mailEnabled && isHostActive(host, now);
  const families = goesOn
    ? await listAddressees(tx.db, host.id, run.reached, run.due_at, limit)
    : [];
  const sending = { hostId: host.id, trialEndsAt: sendsUntil(host), hour };
  const all = await withRelatives(tx, host.id, families, run.due_at);
  const lacking = await deliverTo(tx, sending, yearMonth, all, families);
  await insertWaits(tx.db, host.id, yearMonth, lacking);
  const reached = families.at(-1)?.id ?? run.reached;
  const finished_at = families.length < limit ? now.toISOString() : null;
  await updateRun(tx.db, host.id, yearMonth, { reached, finished_at });
  return families.length;
}

/** Mails every admin how many letters are left to hand over; nothing if there are none. */
async function tellOfHandovers(tx: Tx, hostId: string, yearMonth: YearMonth): Promise<void> {
  const counts = await readHandoverCounts(tx, hostId, yearMonth);
  if (counts.left === 0) return;
  const address = handoversAddress(yearMonth, { shown: 'left', words: '', page: 1 });
  const url = `${tx.env.PUBLIC_URL}${address}`;
  await tellAdmins(tx, hostId, 'handover', ({ name }) => handoverMail(name, { ...counts, url }));
}

interface ToHandOver extends Pick<HandoverCounts, 'left' | 'link' | 'print'> {
  yearMonth: YearMonth;
  url: string;
}

/** To every admin on the 1st: how many letters are theirs to hand over. */
function handoverMail(
  admin: string,
  { yearMonth, left, link, print, url }: ToHandOver,
): MailContent {
  const issue = `${formatMonth(yearMonth)}号`;
  const ways = [
    link > 0 && `リンクでお渡しするご家族が${link}家族`,
    print > 0 && `印刷してお渡しするご家族が${print}家族`,
  ];
  return {
    subject: `${issue}を、${left}家族にお渡しください`,
    greeting: sama(admin, ' '),
    paragraphs: [
      `${issue}のお便りができました。メールではお届けしない、${ways.filter(Boolean).join('、')}あります。`,
      '次のボタンから、まだお渡ししていないご家族の一覧が開きます。お渡ししたら「お渡ししました」を押してください。',
    ],
    button: { label: 'お渡しの一覧を開く', url },
    notes: [
      'このメールは、施設の管理者の方に、お届けの日に一度だけお送りしています。リンクや印刷でお渡しするご家族がいない月には、お送りしません。',
    ],
  };
}
