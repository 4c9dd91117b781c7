import { setImmediate } from 'node:timers/promises';
import { tellAdmins } from '#domains/account/notices.ts';
import { DEFAULT_SETTINGS } from '#domains/facility/delivery-settings.ts';
import { isHostActive, sendsUntil } from '#domains/facility/host.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import { isQueueFull } from '#domains/mail/outbox.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { readHandoverCounts } from './hand-over.ts';
import type { HandoverCounts } from './handover.ts';
import { handoversAddress } from './handover.ts';
import type { RunOptions } from './late-letters.ts';
import { BATCH, deliverLate, insertWaits, listHostsWithWaits } from './late-letters.ts';
import { deliverTo, withRelatives } from './queue-letters.ts';
import {
  claimTelling,
  insertRun,
  listAddressees,
  listUnsettledHosts,
  lockRun,
  updateRun,
} from './run-rows.ts';
import { decideDelivery, dueAt } from './schedule.ts';

type Host = Awaited<ReturnType<typeof listUnsettledHosts>>[number];

/** Queues due mails (domain.md#delivery). Safe to interrupt and to run concurrently. */
export async function runDeliveries(rt: Runtime, options: RunOptions = {}): Promise<void> {
  const now = rt.clock.now();
  const yearMonth = monthToDeliver(now);
  const attemptFor =
    (host: string) =>
    async <T>(trouble: string, work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        rt.log.error({ err: error, host, yearMonth }, trouble);
        return undefined;
      }
    };
  for (const host of await listUnsettledHosts(rt.db, yearMonth, now.toISOString())) {
    const attempt = attemptFor(host.id);
    if (!(await attempt('delivery undecided', () => settle(rt, host, yearMonth, now)))) continue;
    await attempt('delivery interrupted', () => deliverAll(rt, host, yearMonth, options));
    await attempt('admins not told', () => tellOnce(rt, host, yearMonth));
  }
  for (const host of await listHostsWithWaits(rt.db, yearMonth, now)) {
    await attemptFor(host.id)('late letters', () => deliverLate(rt, host, yearMonth, options));
  }
}

/** Decides a host's month. @returns whether there is something to send, or to tell */
async function settle(rt: Runtime, host: Host, yearMonth: YearMonth, now: Date): Promise<boolean> {
  if (host.started_at !== null) return true;
  const hour = host.hour ?? DEFAULT_SETTINGS.hour;
  const mailEnabled = host.mail_enabled !== 0;
  const outcome = decideDelivery({ ...host, hour, mailEnabled }, yearMonth, now);
  if (outcome === null) return false;
  await insertRun(rt.db, {
    host_id: host.id,
    year_month: yearMonth,
    outcome,
    due_at: dueAt(yearMonth, hour).toISOString(),
    started_at: now.toISOString(),
    finished_at: outcome === 'mails' ? null : now.toISOString(),
    content_version: host.content_version,
  });
  return outcome !== 'inactive';
}

/**
 * Tells the admins what is theirs to hand over, with the same commit as the mark: once for each
 * run, also where mails to families are off.
 */
const tellOnce = (rt: Runtime, host: Host, yearMonth: YearMonth): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const now = tx.clock.now();
    const run = await claimTelling(tx.db, host.id, yearMonth, now.toISOString());
    if (!run || run.outcome === 'inactive' || !isHostActive(host, now)) return;
    await tellOfHandovers(tx, host.id, yearMonth);
  });

/** Other requests run between batches. A run that fills its queue continues with the next call. */
async function deliverAll(
  rt: Runtime,
  host: Host,
  yearMonth: YearMonth,
  { batch = BATCH, isStopped = () => false }: RunOptions,
): Promise<void> {
  for (let isDone = false; !isDone && !isStopped();) {
    if (await isQueueFull(rt.db, host.id)) return;
    isDone = await inTransaction(rt, (tx) => deliverBatch(tx, host, yearMonth, batch));
    await setImmediate();
  }
}

async function deliverBatch(
  tx: Tx,
  host: Host,
  yearMonth: YearMonth,
  limit: number,
): Promise<boolean> {
  const now = tx.clock.now();
  const run = await lockRun(tx.db, host.id, yearMonth);
  if (!run) return true;
  const { mailEnabled, hour } = await readDeliverySettings(tx, host.id);
  const goesOn = mailEnabled && isHostActive(host, now);
  const after = { after: run.reached, dueAt: run.due_at, limit };
  const families = goesOn ? await listAddressees(tx.db, host.id, after) : [];
  const sending = { hostId: host.id, trialEndsAt: sendsUntil(host), hour };
  const all = await withRelatives(tx, host.id, families, run.due_at);
  const lacking = await deliverTo(tx, sending, yearMonth, all);
  await insertWaits(tx.db, host.id, yearMonth, lacking);
  const isDone = families.length < limit;
  await updateRun(tx.db, host.id, yearMonth, {
    reached: families.at(-1)?.id ?? run.reached,
    ...(isDone && { finished_at: now.toISOString() }),
  });
  return isDone;
}

/** Mails every admin how many letters are left to hand over; nothing if there are none. */
async function tellOfHandovers(tx: Tx, hostId: string, yearMonth: YearMonth): Promise<void> {
  const counts = await readHandoverCounts(tx.db, hostId, yearMonth);
  if (counts.left === 0) return;
  const address = handoversAddress(yearMonth, { shown: 'left', page: 1 });
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
    greeting: `${admin} 様`,
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
