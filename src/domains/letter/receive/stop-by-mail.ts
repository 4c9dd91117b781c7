import { noteOfFamily } from '#domains/audit/record-event.ts';
import { endedWords, findEndedById } from '#domains/facility/ending/ended.ts';
import { isOverFor } from '#domains/facility/ending/ending.ts';
import { findHost } from '#domains/facility/read-host.ts';
import type { ChosenWay } from '#domains/letter/events.ts';
import type { Mailbox } from '#domains/mail/stop-link.ts';
import { readStopToken } from '#domains/mail/stop-link.ts';
import { listFamiliesAt, updateFamily } from '#domains/people/family-rows.ts';
import { residentStateOf } from '#domains/people/family-view.ts';
import { isResident } from '#domains/people/life.ts';
import { withdrawLetters } from '#domains/people/manage-families.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { countTry, requireBelowLimit } from '#server/rate-limit.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { tellOfStop } from './address-mails.ts';
import { stopColumns } from './own-way.ts';

/** What the page of such a link shows: the facility's name, and no person. */
interface StopPage {
  state: 'open' | 'stopped' | 'ended' | 'deleted' | 'unknown';
  hostName: string;
  /** All that is left to say of a deleted facility. */
  words: string;
  /** Letters of somebody still come; otherwise no other way of delivery is spoken of. */
  goesOn: boolean;
}

const UNKNOWN: StopPage = { state: 'unknown', hostName: '', words: '', goesOn: false };

/** What a mail program sends for its reader's one press (RFC 8058). */
const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };
/** The page's own button: its reader is to see what it did. */
export const OWN_PRESS = { name: 'press', value: 'stop' };

/** For whoever opens the link, robots too: nothing changes (P42). @throws AppError 429 */
export async function readStopPage(rt: Runtime, token: string): Promise<StopPage> {
  const mailbox = await readMailbox(rt, token);
  if (!mailbox) return UNKNOWN;
  const { hostId, email } = mailbox;
  const host = await findHost(rt.db, hostId);
  const page = { hostName: host?.name ?? '', words: '', goesOn: false };
  if (isOverFor(host?.ends_on ?? null, rt.clock.now())) return { ...page, state: 'ended' };
  const rows = await listFamiliesAt(rt.db, hostId, email);
  if (rows.length === 0) return (await readDeleted(rt, hostId)) ?? withoutFamily(page);
  const today = civilDateOf(rt.clock.now());
  const goesOn = rows.some((row) => isResident({ state: residentStateOf(row, today) }));
  return { ...page, goesOn, state: rows.some(hasNotStopped) ? 'open' : 'stopped' };
}

async function readDeleted({ db }: Runtime, hostId: string): Promise<StopPage | null> {
  const ended = await findEndedById(db, hostId);
  return ended && { ...UNKNOWN, state: 'deleted', hostName: ended.name, words: endedWords(ended) };
}

/** Of a facility that is there, nothing comes to that address. */
const withoutFamily = (page: Omit<StopPage, 'state'>): StopPage =>
  page.hostName === '' ? UNKNOWN : { ...page, state: 'stopped' };

/**
 * Somebody pressed, in the mail program or on the page: the facility's letters no longer come to that
 * address, whosever letters they are. Once and twice are alike.
 * @returns who pressed; `nobody` for a form that says neither, or a link that is not ours
 * @throws AppError 400, 429
 */
export async function takeStop(
  rt: Runtime,
  token: string,
  request: Request,
): Promise<'program' | 'reader' | 'nobody' | 'unknown'> {
  const by = pressedBy(await readForm(request));
  const mailbox = await readMailbox(rt, token);
  if (!mailbox) return 'unknown';
  if (by !== 'nobody') await stopMailsTo(rt, mailbox, by === 'program' ? 'stop_by_mail' : 'stop');
  return by;
}

async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    throw new AppError(400, '送られた内容を読み取れませんでした。', { cause: error });
  }
}

function pressedBy(fields: FormData): 'program' | 'reader' | 'nobody' {
  const says = ({ name, value }: typeof ONE_CLICK) => fields.get(name) === value;
  if (says(ONE_CLICK)) return 'program';
  return says(OWN_PRESS) ? 'reader' : 'nobody';
}

const hasNotStopped = ({ stopped_at }: { stopped_at: string | null }): boolean =>
  stopped_at === null;

async function stopMailsTo(
  rt: Runtime,
  { hostId, email }: Mailbox,
  detail: ChosenWay,
): Promise<void> {
  // Robots press often: what has stopped costs one read.
  if (!(await listFamiliesAt(rt.db, hostId, email)).some(hasNotStopped)) return;
  await inTransaction(rt, async (tx) => {
    for (const row of (await listFamiliesAt(tx.db, hostId, email)).filter(hasNotStopped)) {
      await withdrawLetters(tx, row, 'mail');
      await updateFamily(tx.db, hostId, row.id, stopColumns(row, tx.clock.now()));
      const event = { hostId, target: row.id, residentId: row.resident_id, detail };
      await noteOfFamily(tx, { action: 'family.way_chosen', ...event });
      // Who pressed knows it.
      await tellOfStop(tx, row, email);
    }
  });
}

/** @returns null for a link that is not ours. @throws AppError 429 after many of these */
async function readMailbox(rt: Runtime, token: string): Promise<Mailbox | null> {
  const mailbox = readStopToken(rt, token);
  if (mailbox) return mailbox;
  const address = currentRequest()?.address ?? '';
  const now = rt.clock.now();
  await requireBelowLimit(rt.db, 'wrongLetterTokens', address, now);
  await countTry(rt.db, 'wrongLetterTokens', address, now);
  return null;
}
