import type { Actor } from '#domains/account/session/session.ts';
import { requireMonth } from '#domains/letter/desk/edit-letters.ts';
import type { SeenCounts } from '#domains/letter/mark-seen.ts';
import { readSeenCounts } from '#domains/letter/mark-seen.ts';
import { goesOut } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import { readStamp } from '#domains/letter/seen.ts';
import { isDelivered, monthToDeliver, toViewer } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { sortByName } from '#lib/kana.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { addresseesOfMonth } from './addressees.ts';
import type { Progress, ProgressByWay } from './deliveries.ts';
import { readProgress } from './deliveries.ts';
import type { HandoverCounts } from './handover.ts';
import { readHandoverCounts } from './letters-by-hand.ts';
import type { Foreseen, Outlook } from './outlook.ts';
import { foreseeMonth, readOutlook } from './outlook.ts';
import type { DeliveryPage, FamilyState, MailState, RunState } from './states.ts';
import { CHANNELS } from './queue.ts';
import type { NoMailReason } from './reasons.ts';
import { sentBy, whyNoMail } from './reasons.ts';
import { findRun } from './run-rows.ts';

/** How a month's letter reached each family. @throws AppError 404 for a future month */
export async function readDeliveryPage(
  rt: Runtime,
  { host }: Actor,
  month: YearMonth,
): Promise<DeliveryPage> {
  const yearMonth = requireMonth(rt, String(month));
  const rows = sortByName(
    (await listFamilies(rt.db, host.id, yearMonth)).map(toViewer),
    ({ residentName: name, residentKana: nameKana, room }) => ({ name, nameKana, room }),
  );
  const progress = await readProgress(rt, host.id, yearMonth);
  // Whether a letter of someone who is away goes out is about their own photos.
  const away = rows.some(({ awaySince }) => awaySince !== null);
  const among = away ? rows.map(({ residentId }) => residentId) : undefined;
  const contents = await readMonthContents(rt.db, host.id, yearMonth, among);
  const foreseen = await foreseeMonth(rt, host.id, yearMonth);
  const families = rows.map((row): FamilyState => {
    const goes = goesOut(row, contents);
    const byWay = progress.get(row.id) ?? {};
    const found = stateOf(byWay) ?? stateWithout(whyNoMail(row, contents, goes));
    const expected = foreseen?.byFamily.get(row.id);
    const mail = found.state === 'unsent' && expected ? { ...found, expected } : found;
    return {
      id: row.id,
      name: row.name,
      relationship: row.relationship,
      residentId: row.residentId,
      residentName: row.residentName,
      residentKana: row.residentKana,
      room: row.room,
      hasLetter: goes,
      asksSeen: goes && row.lettersEnd === null,
      way: row.delivery,
      mail,
      sendsBy:
        goes && SENDABLE.has(mail.state) ? sentBy(row, byWay.line?.state === 'failed') : null,
      seen: row.seenAt === null ? null : { at: row.seenAt, stamp: readStamp(row.stamp) },
    };
  });
  return { yearMonth, run: await readRun(rt, host.id, yearMonth, foreseen), families };
}

const SENDABLE: ReadonlySet<string> = new Set(['sent', 'failed', 'unsent']);

/** What is on its way by one channel, or was the last to be tried; null if nothing goes. */
function stateOf(byWay: ProgressByWay): MailState | null {
  const tried = CHANNELS.flatMap(({ way }) => {
    const progress = byWay[way];
    return progress ? [{ way, ...progress }] : [];
  });
  const shown = tried.find(isOnItsWay) ?? tried.at(-1);
  if (!shown) return null;
  const { state, way, trouble, fault, until, returned } = shown;
  switch (state) {
    case 'queued':
      return { state, way, trouble, fault, until };
    case 'sent':
      return { state, way, at: shown.sentAt ?? '', ...(returned && { isSpam: true }) };
    case 'failed':
      return { state, way, trouble: trouble ?? '', fault, ...(returned && { returned }) };
    case 'stopped':
      return null;
  }
}

const isOnItsWay = ({ state }: Progress): boolean => state === 'queued' || state === 'sent';

const stateWithout = (reason: NoMailReason | null): MailState =>
  reason === null || reason === 'line' ? { state: 'unsent' } : { state: 'none', reason };

const listFamilies = (db: Db, hostId: string, yearMonth: YearMonth) =>
  addresseesOfMonth(db, hostId, yearMonth)
    .select(['letter_reads.stamp', 'residents.room'])
    .orderBy('residents.id')
    .orderBy('families.name_kana')
    .orderBy('families.id')
    .execute();

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
   * refuses them; `refused`: tried again, since the address or its mailbox does. `stopped`: refused
   * after they were accepted, and not because of the address.
   */
  mails: Record<'queued' | 'later' | 'late' | 'refused' | 'sent' | 'failed' | 'stopped', number>;
  /** Families by LINE, also those that then got a mail. */
  line: Record<'queued' | 'sent' | 'failed', number>;
  seen: SeenCounts;
}

async function readDeliverySummary(
  rt: Runtime,
  { host }: Actor,
  yearMonth: YearMonth,
): Promise<DeliverySummary> {
  const mails = { queued: 0, later: 0, late: 0, refused: 0, sent: 0, failed: 0, stopped: 0 };
  const line = { queued: 0, sent: 0, failed: 0 };
  for (const byWay of (await readProgress(rt, host.id, yearMonth)).values()) {
    const told = byWay.email && toldAs(byWay.email);
    if (told) mails[told] += 1;
    if (byWay.line && byWay.line.state !== 'stopped') line[byWay.line.state] += 1;
  }
  const foreseen = await foreseeMonth(rt, host.id, yearMonth);
  const run = await readRun(rt, host.id, yearMonth, foreseen);
  return { yearMonth, run, mails, line, seen: await readSeenCounts(rt, host.id, yearMonth) };
}

function toldAs(progress: Progress): keyof DeliverySummary['mails'] | null {
  const { state, fault, until, returned } = progress;
  if (state === 'stopped') return null;
  if (state === 'failed' && returned === 'ours') return 'stopped';
  if (state !== 'queued') return state;
  if (until !== null) return 'later';
  return fault === null ? 'queued' : fault === 'way' ? 'late' : 'refused';
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
    handovers: await readHandoverCounts(rt, actor.host.id, yearMonth),
  };
}
