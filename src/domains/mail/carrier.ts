import type { Channel } from '#db/schema/operations.ts';
import { withPhrases } from '#lib/phrases.ts';
import type { Runtime } from '#server/runtime.ts';
import { FILTERED, isOfCarrier } from '#lib/mail-address.ts';
import { failureFacts, failureReason, faultOf, refusalOf } from './failure.ts';
import { FORGOTTEN, readMail } from './kept-words.ts';
import { mailTraits, nextAttempt } from './mail.ts';
import { listHeaders } from './stop-link.ts';
import { updateFailedMail } from './outbox.ts';
import { makeReturnId } from './return-id.ts';
import type { ClaimedMail } from './turns.ts';

export type Noting = Runtime & {
  /** Called after a refusal that blames the recipient. */
  onRefusal: () => Promise<void>;
};

/** How messages of a channel leave the outbox. */
export interface Carrier {
  /** One attempt. @throws what `noteFailure` takes */
  send: (parts: Runtime, mail: ClaimedMail) => Promise<void>;
  /** Plans the next attempt, or gives up, and notes whose fault it was. */
  noteFailure: (parts: Noting, mail: ClaimedMail, error: unknown) => Promise<void>;
  /** What was sent is to be forgotten here: its text may contain one-time links. */
  isGone: (parts: Runtime) => boolean;
}

const BY_MAIL: Carrier = {
  send: sendMail,
  noteFailure,
  isGone: ({ mailer }) => mailer.kind === 'smtp',
};

const carriers = new Map<Channel, Carrier>([['mail', BY_MAIL]]);

/** @returns when to look again at what may not go at this moment; null for what may */
type Hold = (parts: Pick<Runtime, 'db' | 'clock'>, mail: ClaimedMail) => Promise<Date | null>;
let held: Hold | undefined;
export const registerHold = (hold: Hold): void => {
  held = hold;
};

/** What has waited may have lost its right to go, whoever takes it back. @throws as `carrierOf` */
export function heldUntil(parts: Runtime, mail: ClaimedMail): Promise<Date | null> {
  if (!held) throw new Error('import domains/wiring.ts');
  return held(parts, mail);
}

/** Those of later domains are registered by `domains/wiring.ts`. */
export const registerCarrier = (channel: Channel, carrier: Carrier): void =>
  void carriers.set(channel, carrier);

/** @throws Error where `domains/wiring.ts` was not imported */
export function carrierOf(channel: Channel): Carrier {
  const carrier = carriers.get(channel);
  if (!carrier) throw new Error('import domains/wiring.ts');
  return carrier;
}

function sendMail(rt: Runtime, mail: ClaimedMail): Promise<void> {
  const { text, html } = readMail(mail);
  const { host_id: hostId, recipient: email } = mail;
  const date = new Date(mail.created_at);
  const { isToFamily = false, isLetter, isStoppable } = mailTraits(mail.kind);
  return rt.mailer.send({
    id: mail.id,
    hostName: mail.host_name,
    to: mail.recipient,
    replyTo: mail.reply_to,
    subject: mail.subject,
    text,
    html: withPhrases(html),
    messageId: mail.message_id,
    date,
    returnId: isLetter ? makeReturnId(rt, mail.id, date) : null,
    isToFamily,
    ...(isStoppable && hostId !== null && { headers: listHeaders(rt, { hostId, email }) }),
  });
}

async function noteFailure(parts: Noting, mail: ClaimedMail, error: unknown): Promise<void> {
  const { db, clock, log, claimant } = parts;
  const { id, kind, attempts, failures: earlier, created_at } = mail;
  const facts = failureFacts(error);
  const failures = earlier + 1;
  const next = nextAttempt(failures, new Date(created_at), clock.now());
  log.warn({ ...facts, mail: id, kind, attempts }, next ? 'mail failed' : 'mail given up');
  const blame = blameOf(mail, facts, clock.now());
  const noted = { attempts, failures, ...blame };
  if (next) {
    await updateFailedMail(db, id, claimant.id, { ...noted, next_attempt_at: next.toISOString() });
  } else {
    const words = mailTraits(kind).instead ? FORGOTTEN : {};
    await updateFailedMail(db, id, claimant.id, { ...noted, state: 'failed', ...words });
  }
  if (blame.refusal !== null) await parts.onRefusal();
}

/** What was settled about the same refusal before holds until it is settled anew. */
function blameOf(mail: ClaimedMail, facts: ReturnType<typeof failureFacts>, now: Date) {
  const lone = faultOf(facts);
  if (lone === 'way') {
    const last_error = failureReason(facts, lone);
    return { fault: lone, refusal: null, refused_at: null, last_error };
  }
  const refusal = refusalOf(facts);
  const fault = refusal === mail.refusal ? (mail.fault ?? lone) : lone;
  const filtered = fault === 'address' && isOfCarrier(mail.recipient) ? `${FILTERED}。` : '';
  const last_error = failureReason(facts, fault) + filtered;
  return { fault, refusal, refused_at: now.toISOString(), last_error };
}
