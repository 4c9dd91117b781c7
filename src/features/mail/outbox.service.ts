import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { listMailFiles, removeMailFile } from '#server/mail-files.ts';
import { newId } from '#server/secrets.ts';
import { writeMail } from './letterhead.ts';
import type { NewMail } from './mail.ts';
import { isUrgent } from './mail.ts';
import {
  deleteIdleMail,
  deleteLaterMails,
  deleteOldMails,
  deleteUnsentMails,
  deleteWaitingMails,
  insertMail,
  listKnownMails,
  updateLaterMails,
} from './outbox.repository.ts';
import { countWaiting } from './turns.repository.ts';
import { DAY_MS } from '#lib/durations.ts';

const SENT_DAYS = 30;
const FAILED_DAYS = 90;
/** For the operator's test mails, which are not in the outbox. */
const FILE_DAYS = 1;

/** Queues a mail in the caller's transaction, with its Message-ID (domain.md#signing-in; P4). */
export async function queueMail(
  { db, clock, env }: Pick<Runtime, 'db' | 'clock' | 'env'>,
  { id = newId(), kind, hostId, hostName, notBefore, to, replyTo, content }: NewMail,
): Promise<void> {
  // Dated, and given up, by the day it is due.
  const now = (notBefore ?? clock.now()).toISOString();
  await insertMail(db, {
    id,
    host_id: hostId,
    kind,
    is_urgent: isUrgent(kind) ? 1 : 0,
    recipient: to,
    reply_to: replyTo ?? null,
    ...writeMail(hostName, content),
    message_id: `<${id}@${new URL(env.PUBLIC_URL).hostname}>`,
    next_attempt_at: now,
    last_error: null,
    sent_at: null,
    created_at: now,
  });
}

/** Deletes unsent mails that contain a revoked link. @returns their ids */
export const withdrawMails = (tx: Db, hostId: string, token: string): Promise<string[]> =>
  deleteUnsentMails(tx, hostId, token);

/** Deletes those that are neither sent nor being sent. @returns their ids */
export const withdrawLetters = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  ids: readonly string[],
): Promise<string[]> => deleteWaitingMails(db, hostId, ids, clock.now().toISOString());

/** Deletes letters that wait for a later day. @returns their ids */
export const withdrawWaitingLetters = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
): Promise<string[]> => deleteLaterMails(db, hostId, clock.now().toISOString());

export const releaseWaitingLetters = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
) => updateLaterMails(db, hostId, clock.now().toISOString());

/** More than any facility has families. */
const MOST_WAITING = 2000;

/** Whether a facility's queue is full (P26). */
export const isQueueFull = async (db: Db, hostId: string): Promise<boolean> =>
  (await countWaiting(db, hostId, MOST_WAITING)) === MOST_WAITING;

/** Removes a failed or stopped mail for which another one goes. */
export const replaceUnsentMail = (tx: Db, hostId: string, id: string) =>
  deleteIdleMail(tx, hostId, id);

/** Deletes mails sent a month or failed three months ago, and files of deleted mails. */
export async function forgetOldMails(rt: Runtime): Promise<void> {
  await deleteOldMails(rt.db, daysAgo(rt, SENT_DAYS), daysAgo(rt, FAILED_DAYS));
  const { DATA_DIR } = rt.env;
  const files = await listMailFiles(DATA_DIR);
  const old = files.filter(({ at }) => at.toISOString() < daysAgo(rt, FILE_DAYS));
  const known = await listKnownMails(
    rt.db,
    old.map(({ id }) => id),
  );
  for (const { id, name } of old) if (!known.has(id)) await removeMailFile(DATA_DIR, name);
}

const daysAgo = ({ clock }: Pick<Runtime, 'clock'>, days: number): string =>
  new Date(clock.now().getTime() - days * DAY_MS).toISOString();
