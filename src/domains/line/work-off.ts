import { noteOfFamily } from '#domains/audit/record-event.ts';
import { isOverFor } from '#domains/facility/ending/ending.ts';
import { tellMailbox } from '#domains/letter/receive/address-mails.ts';
import { findFamily } from '#domains/people/family-rows.ts';
import { mayHaveLetter } from '#domains/people/stay.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { daysBefore } from '#lib/durations.ts';
import { AppError } from '#lib/errors.ts';
import { isOn } from '#lib/flags.ts';
import { paths } from '#lib/paths.ts';
import type { LineMessage } from '#server/line/line.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Lane } from '#server/lane-worker.ts';
import { sweep } from '#server/lane-worker.ts';
import { LINE_EVENT_DAYS, LINE_STOP_DAYS } from './code.ts';
import { endAccount } from './end-line.ts';
import {
  closeEvent,
  countEventFailure,
  deleteEventsBefore,
  findOpenEvent,
  listOpenEvents,
} from './event-rows.ts';
import { linkOf } from './join-codes.ts';
import { retryKeyOf } from './line-carrier.ts';
import {
  deleteExpiredCodes,
  deleteStopsBefore,
  findCode,
  findJoinable,
  findStop,
  insertAccount,
  listAccountsOf,
  listJoined,
  updateByLine,
  updateName,
  updateUsedCode,
} from './line-rows.ts';
import { textMessage, toLineMessage } from './message.ts';
import {
  FULL_ACCOUNT,
  FULL_FAMILY,
  MOST_ACCOUNTS,
  MOST_FAMILIES,
  NOT_JOINED,
  NO_MORE_LETTERS,
  STOPPED,
  TEST_WORDS,
  TO_BEGIN_AGAIN,
  UNKNOWN_CODE,
  WAIT,
  helpFor,
  welcome,
} from './reply-words.ts';
import type { Taken } from './webhook.ts';
import { accountOf, readTaken } from './webhook.ts';

const POLL_MS = 5000;
const AT_ONCE = 50;
/** An event that always fails is left alone. */
const MOST_FAILURES = 5;

/** Works off what LINE has sent. The lane is woken with jobs. */
export const lineLane = (rt: Runtime): Lane =>
  sweep('jobs', POLL_MS, ({ stopping }) => workOffEvents(rt, () => stopping.aborted));

/** Each event in one transaction; its answer follows, since a lost one is asked for again. */
async function workOffEvents(rt: Runtime, isStopped = (): boolean => false): Promise<void> {
  if (rt.line === null) return;
  const events = await listOpenEvents(rt.db, MOST_FAILURES, AT_ONCE);
  for (const { id } of events) {
    if (isStopped()) return;
    try {
      await workOff(rt, id);
    } catch (error) {
      rt.log.error({ err: error }, 'event of LINE failed');
      await countEventFailure(rt.db, id);
    }
  }
  if (events.length === AT_ONCE) await workOffEvents(rt, isStopped);
}

interface Answer {
  taken: Taken;
  message: LineMessage | null;
  isTest: boolean;
}

async function workOff(rt: Runtime, id: string): Promise<void> {
  const answer = await inTransaction(rt, async (tx): Promise<Answer | null> => {
    const event = await findOpenEvent(tx.db, id);
    if (!event || !(await closeEvent(tx.db, id))) return null;
    const taken = readTaken(event.payload ?? '');
    const said = await act(tx, taken);
    return {
      taken,
      message: typeof said === 'string' ? textMessage(said) : said,
      isTest: said === TEST_WORDS,
    };
  });
  if (!answer) return;
  await say(rt, answer);
  if (answer.taken.intent === 'code') await learnName(rt, answer.taken.userId);
}

/** By what an admin knows who has joined; without it, by the day. */
async function learnName({ db, line, log }: Runtime, userId: string): Promise<void> {
  const account = accountOf(userId);
  if (line === null || (await listJoined(db, account)).length === 0) return;
  try {
    const name = shownName((await line.readName(userId)) ?? '');
    if (name !== '') await updateName(db, account, name);
  } catch (error) {
    log.warn({ err: error }, 'no name by LINE');
  }
}

const NAME_MAX = 30;

/** People write what they like: one line without control characters, cut. */
function shownName(text: string): string {
  const line = text
    .slice(0, 200)
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  return Array.from(new Intl.Segmenter('ja').segment(line), ({ segment }) => segment)
    .slice(0, NAME_MAX)
    .join('');
}

/** The answer to the sender; a test also proves that a message can be pushed. */
async function say({ line, log }: Runtime, { taken, message, isTest }: Answer): Promise<void> {
  const { replyToken, userId } = taken;
  if (line === null || message === null || replyToken === null) return;
  try {
    await line.reply(replyToken, [message]);
    if (isTest) await line.push(userId, [textMessage(TEST_WORDS)], retryKeyOf(newId()));
  } catch (error) {
    log.warn({ err: error }, 'no answer by LINE');
  }
}

/** @returns what to answer; null for nothing */
async function act(tx: Tx, taken: Taken): Promise<string | LineMessage | null> {
  const account = accountOf(taken.userId);
  switch (taken.intent) {
    case 'code':
      return joinBy(tx, account, taken);
    case 'stop':
      return stopBy(tx, account, taken.at);
    case 'unfollow':
      await endAccount(tx, account, taken.at, true);
      return null;
    case 'other': {
      if (!(await mayTry(tx, 'lineHelpByAccount', account))) return null;
      return helpFor(await listJoined(tx.db, account));
    }
  }
}

async function stopBy(tx: Tx, account: string, at: string): Promise<string> {
  let goesOn = false;
  for (const { hostId, familyId } of await listJoined(tx.db, account)) {
    const family = await findJoinable(tx.db, hostId, familyId);
    goesOn ||= family !== undefined && lettersGoOn(tx, family);
  }
  if ((await endAccount(tx, account, at, false)) === 0) return NOT_JOINED;
  return goesOn ? STOPPED + TO_BEGIN_AGAIN : STOPPED;
}

type Joinable = NonNullable<Awaited<ReturnType<typeof findJoinable>>>;

/** Not after a death or a leaving, nor after the facility's last day. */
function lettersGoOn({ clock }: Tx, family: Joinable): boolean {
  const now = clock.now();
  const mayCome = mayHaveLetter(family, yearMonthOf(civilDateOf(now)));
  return family.lettersEnd === null && mayCome && !isOverFor(family.ends_on, now);
}

/** What an account may still do; in its own savepoint-free way, since a refusal is an answer. */
const mayTry = (tx: Tx, limit: Parameters<typeof takeTry>[1], account: string): Promise<boolean> =>
  takeTry(tx.db, limit, account, tx.clock.now()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

async function joinBy(
  tx: Tx,
  account: string,
  { userId, at, codeHash }: Taken,
): Promise<string | LineMessage | null> {
  if (!(await mayTry(tx, 'lineCodesByAccount', account))) {
    return (await mayTry(tx, 'lineHelpByAccount', account)) ? WAIT : null;
  }
  const code = await findCode(tx.db, codeHash ?? '');
  const isGood =
    code !== undefined &&
    (code.account === null || code.account === account) &&
    code.expires_at > tx.clock.now().toISOString();
  if (!isGood) return UNKNOWN_CODE;
  const { host_id: hostId, family_id: familyId } = code;
  if (hostId === null || familyId === null) {
    await updateUsedCode(tx.db, code.hash, account);
    return TEST_WORDS;
  }
  const family = await findJoinable(tx.db, hostId, familyId);
  // It opens what it was taken with, and never a newer link.
  if (!family || code.link !== linkOf(family)) return UNKNOWN_CODE;
  if (!lettersGoOn(tx, family)) return NO_MORE_LETTERS;
  // It was sent before the account was stopped, and only came later.
  const stop = await findStop(tx.db, account);
  if (stop && stop.stoppedAt >= at) return null;
  const joined = await listJoined(tx.db, account);
  const isJoined = joined.some((one) => one.hostId === hostId && one.familyId === familyId);
  if (code.account !== null && !isJoined) return UNKNOWN_CODE;
  if (!isJoined) {
    if ((await listAccountsOf(tx.db, hostId, familyId)).length >= MOST_ACCOUNTS) return FULL_FAMILY;
    if (joined.length >= MOST_FAMILIES) return FULL_ACCOUNT;
    const { residentId } = family;
    const event = { action: 'family.line_joined', hostId, target: familyId, residentId } as const;
    await noteOfFamily(tx, event);
  }
  const row = { host_id: hostId, family_id: familyId, account, user_id: userId, joined_at: at };
  await insertAccount(tx.db, row);
  await updateUsedCode(tx.db, code.hash, account);
  const before = await findFamily(tx.db, hostId, familyId);
  if (before && !isOn(before.also_by_mail)) await tellMailbox(tx, before, 'line');
  await updateByLine(tx.db, hostId, familyId, 1);
  const url = `${tx.env.PUBLIC_URL}${paths.letters(family)}`;
  return toLineMessage(welcome({ ...family, url }));
}

/** Deletes what is over: codes, events that cannot come again, and stops that no code outlives. */
export async function forgetOldLine(rt: Runtime): Promise<void> {
  const now = rt.clock.now();
  await deleteExpiredCodes(rt.db, now.toISOString());
  await deleteEventsBefore(rt.db, daysBefore(now, LINE_EVENT_DAYS));
  await deleteStopsBefore(rt.db, daysBefore(now, LINE_STOP_DAYS));
}
