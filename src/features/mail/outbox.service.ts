import type { Db } from '../../server/database.ts';
import type { Runtime } from '../../server/runtime.ts';
import { listMailFiles, removeMailFile } from '../../server/mail-files.ts';
import { newId } from '../../server/secrets.ts';
import { writeMail } from './letterhead.ts';
import type { NewMail } from './mail.ts';
import { isUrgent } from './mail.ts';
import {
  deleteFailedMail,
  deleteLaterMails,
  deleteOldMails,
  deleteUnsentMails,
  insertMail,
  listKnownMails,
  updateLaterMails,
} from './outbox.repository.ts';
import { countWaiting } from './turns.repository.ts';
import { DAY_MS } from '../../lib/durations.ts';

const SENT_DAYS = 30;
const FAILED_DAYS = 90;
/** The operator's trial mails are in no outbox, and are looked at when they are sent. */
const FILE_DAYS = 1;

/**
 * Puts a mail into the outbox, in the transaction of what causes it (domain.md#signing-in). The Message-ID is fixed here, so that a mail sent twice
 * after a crash is recognised as one.
 */
export async function queueMail(
  { db, clock, env }: Pick<Runtime, 'db' | 'clock' | 'env'>,
  { id = newId(), kind, hostId, hostName, notBefore, to, replyTo, content }: NewMail,
): Promise<void> {
  // A mail that waits for its day is written then, for whoever dates it or gives it up.
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

/**
 * Takes back what is not sent yet and carries a link: it would lead nowhere, or somebody to what
 * is no longer theirs.
 * @returns the ids of those mails
 */
export const withdrawMails = (tx: Db, hostId: string, token: string): Promise<string[]> =>
  deleteUnsentMails(tx, hostId, token);

/**
 * Takes back a facility's letters that wait for a later day.
 * @returns the ids of those mails
 */
export const withdrawWaitingLetters = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
): Promise<string[]> => deleteLaterMails(db, hostId, clock.now().toISOString());

/** Has a facility's letters go out now that would have waited for a later day. */
export const releaseWaitingLetters = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
) => updateLaterMails(db, hostId, clock.now().toISOString());

/** More letters of one facility than anyone has families. */
const MOST_WAITING = 2000;

/** Whether so many letters of a facility wait that no more are taken for now (P26). */
export const isQueueFull = async (db: Db, hostId: string): Promise<boolean> =>
  (await countWaiting(db, hostId, MOST_WAITING)) === MOST_WAITING;

/** Drops a mail that was given up, since another takes its place. */
export const replaceFailedMail = (tx: Db, hostId: string, id: string) =>
  deleteFailedMail(tx, hostId, id);

/**
 * Forgets mails that were sent a month ago, or that failed three months ago; and the files of
 * mails that are in the outbox no more, be it for their age or since their facility was removed.
 */
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
