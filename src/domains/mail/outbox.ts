import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Channel } from '#db/schema/operations.ts';
import { toFlag } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { findsAny, idsOf, orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Kept } from './kept-words.ts';
import { FORGOTTEN, keepMail } from './kept-words.ts';
import type { LetterKind, NewMail } from './mail.ts';
import { mailTraits } from './mail.ts';
import { countDueLetters, countWaiting } from './turns.ts';

type Outbox = Pick<Runtime, 'db' | 'clock' | 'env' | 'claimant'>;

/** Queues a mail in the caller's transaction, with its Message-ID (domain.md#signing-in; P4). */
export async function queueMail(
  tx: Outbox,
  { id = newId(), kind, hostId, hostName, to, replyTo, content }: NewMail,
): Promise<void> {
  const now = tx.clock.now().toISOString();
  await insertMails(tx.db, [
    {
      id,
      host_id: hostId,
      channel: 'mail',
      kind,
      is_urgent: toFlag(mailTraits(kind).isUrgent),
      recipient: to,
      reply_to: replyTo ?? null,
      ...keepMail(tx, hostName, content),
      message_id: messageIdOf(tx, id),
      next_attempt_at: now,
      created_at: now,
    },
  ]);
}

export const messageIdOf = ({ env }: Pick<Outbox, 'env'>, id: string): string =>
  `<${id}@${new URL(env.PUBLIC_URL).hostname}>`;

/** A letter's mail, or message by another channel. */
interface NewLetter {
  /** For deliveries to refer to. */
  id: string;
  hostId: string;
  channel: Channel;
  /** An address, or the hash of an account: who it is, is looked up when it is sent. */
  to: string;
  /** It is dated, and given up, by the day it is due. */
  at: Date;
  /** By which a channel knows it again (P4, P37). */
  messageId: string;
  /** Its links say whose letters it announces. */
  words: Kept;
  /** By default a letter of the month. */
  kind?: LetterKind;
}

/** Queues letters of one channel beside all mails. */
export async function queueLetters(
  { db }: Pick<Outbox, 'db'>,
  letters: readonly NewLetter[],
): Promise<void> {
  await insertMails(
    db,
    letters.map(({ id, hostId, channel, to, at, messageId, words, kind = 'delivery' }) => ({
      id,
      host_id: hostId,
      channel,
      kind,
      is_urgent: toFlag(mailTraits(kind).isUrgent),
      recipient: to,
      reply_to: null,
      ...words,
      message_id: messageId,
      next_attempt_at: at.toISOString(),
      created_at: at.toISOString(),
    })),
  );
}

/**
 * Deletes those that are neither sent nor being sent at this moment: one has begun, and its lease
 * lasts. @returns their ids
 */
export async function withdrawLetters(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  ids: readonly string[],
): Promise<string[]> {
  const now = clock.now().toISOString();
  return idsOf(
    db
      .deleteFrom('outbox')
      .where('host_id', '=', hostId)
      .where('id', 'in', orNone(ids))
      .where('state', '!=', 'sent')
      .where((eb) =>
        eb.or([eb('attempts', '<=', eb.ref('failures')), eb('next_attempt_at', '<=', now)]),
      )
      .returning('id'),
  );
}

/** Whether one of them is there, sent or on its way. */
export const isAnyLeft = (db: Db, hostId: string, ids: readonly string[]): Promise<boolean> =>
  findsAny(db.selectFrom('outbox').where('host_id', '=', hostId).where('id', 'in', orNone(ids)));

/** Deletes letters that wait for a later day. @returns their ids */
export const withdrawWaitingLetters = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
) =>
  idsOf(
    db
      .deleteFrom('outbox')
      .where('id', 'in', laterMails(db, hostId, clock.now().toISOString()))
      .returning('id'),
  );

export function releaseWaitingLetters(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
) {
  const now = clock.now().toISOString();
  return db
    .updateTable('outbox')
    .set({ next_attempt_at: now, created_at: now })
    .where('id', 'in', laterMails(db, hostId, now))
    .execute();
}

/** More than any facility has families. */
const MOST_WAITING = 2000;

/** Whether a facility's queue is full (P26). */
export const isQueueFull = async (db: Db, hostId: string): Promise<boolean> =>
  (await countWaiting(db, hostId, MOST_WAITING)) >= MOST_WAITING;

/** What the sender takes some seconds for. */
const AHEAD = 2000;

/** How many letters may be queued before the sender has enough to do for now. */
export const roomAhead = async ({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<number> =>
  AHEAD - (await countDueLetters(db, clock.now().toISOString(), AHEAD));

/** Removes a failed or stopped mail for which another one goes. */
export const replaceUnsentMail = (tx: Db, hostId: string, id: string) =>
  tx
    .deleteFrom('outbox')
    .where((eb) => eb.and({ host_id: hostId, id }))
    .where((eb) => eb.or([eb('state', '=', 'failed'), eb('stopped', '=', 1)]))
    .executeTakeFirst();

const insertMails = (db: Db, rows: readonly Insertable<Database['outbox']>[]) =>
  db.insertInto('outbox').values(rows).execute();

const BLAMELESS = { fault: null, refusal: null, refused_at: null };
const SENT = { state: 'sent', last_error: null, holder: null, ...BLAMELESS } as const;
/** A mail that gets another day of attempts. */
const AFRESH = { state: 'queued', attempts: 0, failures: 0, ...BLAMELESS } as const;

/** Restarts the day of attempts of a failed one. @param which with its facility where that asks */
export const requeueMail = (db: Db, which: { id: string; host_id?: string }, now: string) =>
  db
    .updateTable('outbox')
    .set({ ...AFRESH, next_attempt_at: now, created_at: now })
    .where((eb) => eb.and({ ...which, channel: 'mail', state: 'failed', stopped: 0 }))
    .execute();

type Note = Pick<Insertable<Database['outbox']>, 'last_error'> &
  Partial<Insertable<Database['outbox']>>;

/** By whichever process sent them, even if a lease was over or a later attempt has failed. */
export const updateSentMails = (db: Db, ids: readonly string[], sentAt: string, words = {}) =>
  db
    .updateTable('outbox')
    .set({ ...SENT, ...words, sent_at: sentAt })
    .where('id', 'in', orNone(ids))
    .where('state', '<>', 'sent')
    .execute();

/** The same where the mail itself is to be forgotten. */
export const updateGoneMails = (db: Db, ids: readonly string[], sentAt: string) =>
  updateSentMails(db, ids, sentAt, FORGOTTEN);

/** Unless another process has claimed or sent it meanwhile. */
export const updateFailedMail = (db: Db, id: string, claimant: string, note: Note) =>
  db
    .updateTable('outbox')
    .set({ ...note, holder: null })
    .where((eb) => eb.and({ id, holder: claimant }))
    .executeTakeFirst();

/** Claimed, and not tried. */
export const putBackMail = (db: Db, id: string, claimant: string, next_attempt_at: string) =>
  db
    .updateTable('outbox')
    .set((eb) => ({ attempts: eb('attempts', '-', 1), next_attempt_at, holder: null }))
    .where((eb) => eb.and({ id, holder: claimant }))
    .execute();

/** Mails that a process was sending when it ended are due; found by the index `outbox_turns`. */
export const releaseMails = (db: Db, now: string) =>
  db
    .updateTable('outbox')
    .set({ next_attempt_at: now, holder: null })
    .where((eb) => eb.and({ state: sql.lit('queued' as const), stopped: sql.lit(0 as const) }))
    .where('holder', 'is not', null)
    .execute();

/** Failed ones wait for something else. */
const laterMails = (db: Db, hostId: string, now: string) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where((eb) =>
      eb.and({ channel: 'mail', state: 'queued', stopped: 0, is_urgent: 0, queue: hostId }),
    )
    .where('next_attempt_at', '>', now)
    .where('attempts', '=', 0);

/** What LINE did not take went another way, or is to be handed over. */
export const failedOf = (db: Db, hostId: string) =>
  db
    .selectFrom('outbox')
    .where((eb) => eb.and({ channel: 'mail', host_id: hostId, state: 'failed', stopped: 0 }));
