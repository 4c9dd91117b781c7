import { ownIdsIn } from '#domains/mail/return-id.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import type { Lane } from '#server/lane-worker.ts';
import { sweep } from '#server/lane-worker.ts';
import type { MailboxTrouble, Unread } from '#server/mailbox.ts';
import { MailboxError, readUnread } from '#server/mailbox.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import { noteReading } from './last-reading.ts';
import type { ReportReader } from './report-reader.ts';
import { openReader } from './report-reader.ts';
import { findMail } from './returned-rows.ts';
import { takeReturned } from './take-returned.ts';

/** A letter that came back is known within minutes (P41). */
const EVERY_MS = MINUTE_MS;
/** Messages in a turn; the next ones follow at once. */
const MOST = 200;

type Take = typeof takeReturned;

/** Reads what comes back of letters, where `BOUNCE_URL` says a mailbox. */
export const returnedLane = (rt: Runtime, take: Take = takeReturned): Lane =>
  sweep('returned mail', EVERY_MS, ({ stopping }) =>
    readReturned(rt, take, () => stopping.aborted),
  );

type Outcome =
  Awaited<ReturnType<typeof takeReturned>> | 'delayed' | 'auto-reply' | 'not understood';

/**
 * Each message is marked once what it says is kept: whatever ends this in between, it is read again,
 * and known then.
 */
async function readReturned(rt: Runtime, take: Take, isStopped: () => boolean): Promise<void> {
  const { env, log } = rt;
  if (env.BOUNCE_URL === undefined) return;
  const counts: Partial<Record<Outcome, number>> = {};
  let lastTestId: string | null = null;
  let trouble: MailboxTrouble | null = null;
  const reader = openReader();
  const takeOne = async (message: Unread): Promise<boolean | null> => {
    const taken = await inTurn(() => takeMessage(rt, reader, message, take)).catch(
      (error: unknown) => {
        log.error({ err: error }, 'returned mail not kept');
        return null; // it is read again
      },
    );
    if (taken === null) return null;
    const { outcome, testId } = taken;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    lastTestId = testId ?? lastTestId;
    return outcome !== 'not understood';
  };
  try {
    let more = true;
    while (more && !isStopped()) {
      more = await readUnread(env.BOUNCE_URL, { most: MOST, isStopped }, takeOne);
    }
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    log.warn(error.signs, 'returned mail could not be read');
    trouble = error.trouble;
  } finally {
    await reader.close();
  }
  await noteReading(rt, { trouble, lastTestId, unclear: counts['not understood'] ?? 0 });
  if (Object.keys(counts).length > 0) log.info(counts, 'returned mail read');
}

/** Families who open their letters on the 1st do not wait for what comes back on it. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done: T[] = [];
  await pace.slice('returned mail', async () => done.push(await work()));
  const [result] = done;
  if (result === undefined) throw new Error('not done');
  return result;
}

/** Without an id of ours nothing of it is parsed (P32). */
async function takeMessage(
  rt: Runtime,
  reader: ReportReader,
  { bytes, at }: Unread,
  take: Take,
): Promise<{ outcome: Outcome; testId: string | null }> {
  const now = rt.clock.now();
  const [mailId, ...others] = ownIdsIn(rt, bytes, now);
  // A report is about one letter: what names two is somebody's play.
  if (mailId === undefined || others.length > 0) return { outcome: 'not understood', testId: null };
  // A test is in no outbox. It may also arrive itself, where a domain takes whatever is sent to it.
  const testId = (await findMail(rt.db, mailId)) ? null : mailId;
  const report = await reader.read(bytes);
  if (report.what !== 'came back') return { outcome: report.what, testId };
  const { kind, enhanced, sentence, recipients } = report;
  // The mail server's clock may be ahead.
  const said = { kind, enhanced, sentence, recipients };
  const returned = { ...said, mailId, at: (at < now ? at : now).toISOString() };
  const outcome = await take(rt, returned);
  // It stays in the mailbox, for the operator to read.
  return { outcome: kind === 'unclear' ? 'not understood' : outcome, testId };
}
