import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { isInterruptedTooOften } from '#server/interruptions.ts';
import { SMTP_CONNECTIONS } from '#server/mailer.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Lane } from '#server/lane-worker.ts';
import { LEASE_MS } from './mail.ts';
import type { Noting } from './carrier.ts';
import { carrierOf, heldUntil } from './carrier.ts';
import { putBackMail, releaseMails, updateGoneMails, updateSentMails } from './outbox.ts';
import { settleRefusals } from './settle-refusals.ts';
import type { ClaimedMail, Turn, Way } from './turns.ts';
import { CHANNELS, claimInTurn } from './turns.ts';

/** Per lane: letters do not delay links that someone is waiting for. */
const AT_ONCE = SMTP_CONNECTIONS / 2;
/** A sent mail waits for the others under way, so that they share a commit. */
const SHARE_MS = 5;
const POLL_MS = 5000;
const NOTE_AGAIN_MS = 2000;
/** While a run is under way; at its end in any case. */
const SETTLE_MS = 5000;

const INTERRUPTED = { code: 'EINTERRUPTED' };

type SenderParts = Runtime & {
  /** Called when letters have been sent and none is left. */
  wakeDeliveries?: () => void;
  noteAgainMs?: number;
};

/**
 * Sends mails, facilities in turn; claimed ones come due again after a crash. A mail is sent twice
 * only if the process dies between its acceptance and our record, or is stopped for longer than its
 * lease while it sends, and then with the same Message-ID (P4).
 */
export const mailLanes = (parts: SenderParts): Lane[] => [
  { ...mailLane(parts, { channel: 'mail', isUrgent: 1 }), recover: () => resume(parts) },
  ...CHANNELS.map((channel) => mailLane(parts, { channel, isUrgent: 0 })),
];

/** Without other processes, what is claimed at the start was left by a crash. */
async function resume({ db, clock, claimant }: SenderParts): Promise<void> {
  if (claimant.isAlone) await releaseMails(db, clock.now().toISOString());
}

function mailLane(parts: SenderParts, way: Way): Lane {
  const turn: Turn = { ...way, after: '' };
  const underWay = new Set<string>();
  const claimed: ClaimedMail[] = [];
  let sent: string[] = [];
  let turning: Promise<unknown> | undefined;
  let ending: AbortSignal | undefined;
  let hasSent = false;
  let hasRefused = false;
  let settledAt = 0;
  let share = (): void => undefined;
  const shareIfAllSent = (): void => {
    if (sent.length === underWay.size) share();
  };
  const othersSent = (): Promise<unknown> => {
    if (sent.length === 0) return setImmediate();
    const all = Promise.withResolvers<undefined>();
    share = () => all.resolve(undefined);
    const patience = setTimeout(share, SHARE_MS);
    shareIfAllSent();
    return all.promise.then(() => clearTimeout(patience));
  };
  const record = (): Promise<unknown> =>
    (turning ??= othersSent().then(() => pace.slice('mails', recordNow)));
  const recordNow = async (): Promise<number> => {
    turning = undefined;
    const ids = sent;
    sent = [];
    for (const id of ids) underWay.delete(id);
    const room = ending?.aborted ? 0 : AT_ONCE - underWay.size - claimed.length;
    try {
      claimed.push(...(await exchange(parts, turn, ids, room, [...underWay])));
    } catch (error) {
      for (const id of ids) underWay.add(id);
      sent.push(...ids);
      throw error;
    }
    return ids.length + claimed.length;
  };
  const onRefusal = async (): Promise<void> => {
    hasRefused = true;
    if (performance.now() - settledAt < SETTLE_MS) return;
    settledAt = performance.now();
    await settleRefusals(parts);
  };
  const noteSent = async (id: string, ending: AbortSignal): Promise<void> => {
    sent.push(id);
    shareIfAllSent();
    await untilRecorded(parts, id, record, ending);
  };
  return {
    name: 'mails',
    everyMs: POLL_MS,
    atOnce: AT_ONCE,
    async claim({ stopping, over }) {
      ending = stopping;
      if (claimed.length === 0) await record();
      const mail = claimed.shift();
      if (!mail) {
        // Only what all got alike tells whose fault a refusal is.
        if (hasSent || hasRefused) await settleRefusals(parts);
        if (hasSent) parts.wakeDeliveries?.();
        hasSent = hasRefused = false;
        return undefined;
      }
      hasSent = way.isUrgent === 0;
      turn.after = mail.queue;
      underWay.add(mail.id);
      return () =>
        deliver({ ...parts, onRefusal }, mail, noteSent, over).finally(() => {
          underWay.delete(mail.id);
          shareIfAllSent();
        });
    },
  };
}

/** Records sent mails and claims as many as can be sent now. */
function exchange(
  parts: SenderParts,
  turn: Turn,
  sent: string[],
  room: number,
  except: string[],
): Promise<ClaimedMail[]> {
  const { db, clock, claimant } = parts;
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS).toISOString();
  const claim = { now: now.toISOString(), leaseUntil, claimant: claimant.id, except };
  return inTransaction({ db, wakeMails: nobody, wakeJobs: nobody }, async (tx) => {
    if (sent.length > 0) {
      const isGone = carrierOf(turn.channel).isGone(parts);
      await (isGone ? updateGoneMails : updateSentMails)(tx.db, sent, claim.now);
    }
    return room > 0 ? claimInTurn(tx.db, turn, room, claim) : [];
  });
}

const nobody = (): void => undefined;

type Delivering = SenderParts & Noting;

/** One attempt and its result. One that a crash or a shutdown interrupts comes due again. */
async function deliver(
  parts: Delivering,
  mail: ClaimedMail,
  noteSent: NoteSent,
  ending: AbortSignal,
): Promise<void> {
  const { send, noteFailure } = carrierOf(mail.channel);
  const earlier = { ...mail, attempts: mail.attempts - 1 }; // the claim has counted this one
  if (isInterruptedTooOften(earlier.attempts, mail.failures)) {
    await noteFailure(parts, earlier, INTERRUPTED);
    return;
  }
  // After a pause of the whole process: it is due again, and another one may be sending it.
  if (mail.next_attempt_at <= parts.clock.now().toISOString()) return;
  const until = await heldUntil(parts, mail);
  if (until !== null) {
    await putBackMail(parts.db, mail.id, parts.claimant.id, until.toISOString());
    return;
  }
  const error = await attempt(() => send(parts, mail));
  if (ending.aborted) return;
  if (error !== undefined) await noteFailure(parts, mail, error);
  else await noteSent(mail.id, ending);
}

async function attempt(send: () => Promise<void>): Promise<unknown> {
  try {
    await send();
    return undefined;
  } catch (error) {
    return error ?? new Error('no reason given');
  }
}

type NoteSent = (id: string, ending: AbortSignal) => Promise<void>;

/** Otherwise the mail would be sent again. */
async function untilRecorded(
  { log, noteAgainMs = NOTE_AGAIN_MS }: SenderParts,
  id: string,
  record: () => Promise<unknown>,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted) {
    try {
      await record();
      return;
    } catch (error) {
      log.error({ err: error, mail: id }, 'sent mail not recorded');
      await sleep(noteAgainMs, undefined, { ref: false });
    }
  }
}
