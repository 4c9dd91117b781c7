import type { Actor } from '#domains/account/session/session.ts';
import { requireMonth } from '#domains/letter/desk/admin-letters.ts';
import type { SeenCounts } from '#domains/letter/mark-seen.ts';
import { readSeenCounts } from '#domains/letter/mark-seen.ts';
import type { MonthContents } from '#domains/letter/month-contents.ts';
import { goesOut } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import { readStamp } from '#domains/letter/seen.ts';
import { isDelivered, monthToDeliver } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import type { Runtime } from '#server/runtime.ts';
import type { HandoverCounts } from './handover.ts';
import { readHandoverCounts } from './letters-by-hand.ts';
import {
  countDeliveries,
  findLaterMails,
  listFamilyStates,
  listLineFamilies,
} from './mail-state-rows.ts';
import type { Foreseen, Outlook } from './outlook.ts';
import { foreseeMonth, readOutlook } from './outlook.ts';
import type { DeliveryPage, FamilyState, MailState, RunState } from './states.ts';
import { findRun } from './run-rows.ts';
import { sentBy, whyNoMail } from './reasons.ts';
import { laterThan } from './trial-letters.ts';

/** How a month's letter reached each family. @throws AppError 404 for a future month */
export async function readDeliveryPage(
  rt: Runtime,
  { host }: Actor,
  month: YearMonth,
): Promise<DeliveryPage> {
  const yearMonth = requireMonth(rt, String(month));
  const rows = await listFamilyStates(rt.db, host.id, yearMonth);
  // Whether a letter of someone who is away goes out is about their own photos.
  const away = rows.some(({ awaySince }) => awaySince !== null);
  const among = away ? rows.map(({ residentId }) => residentId) : undefined;
  const contents = await readMonthContents(rt.db, host.id, yearMonth, among);
  const foreseen = await foreseeMonth(rt, host.id, yearMonth);
  const families = rows.map((row): FamilyState => {
    const goes = goesOut({ ...row, photosHidden: isOn(row.photosHidden) }, contents);
    const found = mailState(row, contents, goes, rt.clock.now());
    const expected = foreseen?.byFamily.get(row.id);
    const mail = found.state === 'unsent' && expected ? { ...found, expected } : found;
    return {
      id: row.id,
      name: row.name,
      relationship: row.relationship,
      residentId: row.residentId,
      residentName: row.residentName,
      hasLetter: goes,
      way: row.delivery,
      mail,
      sendsBy: goes && SENDABLE.has(mail.state) ? sentBy(row, isLostByLine(row)) : null,
      seen: row.seenAt === null ? null : { at: row.seenAt, stamp: readStamp(row.stamp) },
    };
  });
  return { yearMonth, run: await readRun(rt, host.id, yearMonth, foreseen), families };
}

const SENDABLE: ReadonlySet<string> = new Set(['sent', 'failed', 'unsent']);

const isLostByLine = (row: Row): boolean => lineState(row)?.state === 'failed';

type Row = Awaited<ReturnType<typeof listFamilyStates>>[number];

function mailState(row: Row, contents: MonthContents, goes: boolean, now: Date): MailState {
  const line = lineState(row);
  if (line && (line.state !== 'failed' || row.state === null)) return line;
  const trouble = row.lastError ?? '';
  const way = 'email';
  switch (isOn(row.stopped) ? null : row.state) {
    case 'queued':
      return {
        state: 'queued',
        way,
        trouble: row.lastError,
        fault: row.fault,
        until: laterThan(now, row)?.toISOString() ?? null,
      };
    case 'sent':
      return { state: 'sent', way, at: row.sentAt ?? '' };
    case 'failed':
      return { state: 'failed', way, trouble, fault: row.fault };
    case null: {
      const reason = whyNoMail(row, contents, goes);
      return reason === null || reason === 'line' ? { state: 'unsent' } : { state: 'none', reason };
    }
  }
}

/** One account that has it is enough; null without any message. */
function lineState(row: Row): MailState | null {
  const way = 'line';
  if (row.lineSent) return { state: 'sent', way, at: row.lineSentAt ?? '' };
  if (row.lineQueued) {
    return { state: 'queued', way, trouble: row.lineError, fault: null, until: null };
  }
  if (!row.lineFailed) return null;
  return { state: 'failed', way, trouble: row.lineError ?? '', fault: null };
}

async function readRun(
  { db }: Runtime,
  hostId: string,
  yearMonth: YearMonth,
  foreseen: Foreseen | null,
): Promise<RunState> {
  const run = await findRun(db, hostId, yearMonth);
  if (run?.outcome === 'mails') return { state: 'mails', at: run.started_at };
  if (run) return { state: run.outcome };
  return foreseen ? { state: 'waiting', outlook: foreseen.outlook } : { state: 'none' };
}

export interface DeliverySummary {
  yearMonth: YearMonth;
  run: RunState;
  /**
   * `later`: waiting for their day. `late`: tried again, since our mail server or the way to it
   * refuses them; `refused`: tried again, since the address or its mailbox does.
   */
  mails: Record<'queued' | 'later' | 'late' | 'refused' | 'sent' | 'failed', number>;
  /** Families by LINE, also those that then got a mail. */
  line: Record<'queued' | 'sent' | 'failed', number>;
  seen: SeenCounts;
}

export async function readDeliverySummary(
  rt: Runtime,
  { host }: Actor,
  yearMonth: YearMonth,
): Promise<DeliverySummary> {
  const mails = { queued: 0, later: 0, late: 0, refused: 0, sent: 0, failed: 0 };
  for (const { state, fault, count } of await countDeliveries(rt.db, host.id, yearMonth)) {
    if (state !== 'queued' || fault === null) mails[state] += count;
    else mails[fault === 'way' ? 'late' : 'refused'] += count;
  }
  const line = { queued: 0, sent: 0, failed: 0 };
  for (const row of await listLineFamilies(rt.db, host.id, yearMonth)) {
    line[row.sent > 0 ? 'sent' : row.queued > 0 ? 'queued' : 'failed'] += 1;
  }
  if (mails.queued > 0) {
    const now = rt.clock.now().toISOString();
    mails.later = (await findLaterMails(rt.db, host.id, yearMonth, now)).count;
    mails.queued -= mails.later;
  }
  const foreseen = await foreseeMonth(rt, host.id, yearMonth);
  const run = await readRun(rt, host.id, yearMonth, foreseen);
  return { yearMonth, run, mails, line, seen: await readSeenCounts(rt, host.id, yearMonth) };
}

export const readLastDelivery = (rt: Runtime, actor: Actor): Promise<DeliverySummary> =>
  readDeliverySummary(rt, actor, monthToDeliver(rt.clock.now()));

export interface MonthDelivery {
  /** null once the run is due. */
  outlook: Outlook | null;
  /** null before the letter is out. */
  summary: DeliverySummary | null;
  handovers: HandoverCounts;
}

/** The delivery of a month, before or after its day. @throws AppError 404 for a future month */
export async function readMonthDelivery(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<MonthDelivery> {
  const isOut = isDelivered(yearMonth, civilDateOf(rt.clock.now()));
  return {
    outlook: await readOutlook(rt, actor.host.id, yearMonth),
    summary: isOut ? await readDeliverySummary(rt, actor, yearMonth) : null,
    handovers: await readHandoverCounts(rt.db, actor.host.id, yearMonth),
  };
}
