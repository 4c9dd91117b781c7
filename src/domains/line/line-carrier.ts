import { createHash } from 'node:crypto';
import type { Fault } from '#db/schema/operations.ts';
import { HOUR_MS } from '#lib/durations.ts';
import type { LineMessage } from '#server/line/line.ts';
import { LineError } from '#server/line/line.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Carrier } from '#domains/mail/carrier.ts';
import { LEASE_MS, nextAttempt } from '#domains/mail/mail.ts';
import { updateFailedMail } from '#domains/mail/outbox.ts';
import type { ClaimedMail } from '#domains/mail/turns.ts';
import { fallBack } from './fall-back.ts';

/**
 * LINE keeps a retry key for 24 hours. Later the same message could arrive twice, so that a try
 * whose end is unknown is not repeated (domain.md#letters-by-line).
 */
const KEY_MS = 23 * HOUR_MS;

const NOT_JOINED = new LineError('refused');

/** Messages by LINE, from the outbox to its platform (P37). */
export const BY_LINE: Carrier = {
  send: push,
  noteFailure: noteLineFailure,
  // Those of the demo are shown to whoever tries it.
  isGone: ({ line }) => line?.kind !== 'kept',
};

/** @throws LineError */
async function push({ db, line }: Runtime, mail: ClaimedMail): Promise<void> {
  const { host_id, recipient, html, message_id } = mail;
  if (isKeyOver(mail)) throw KEY_OVER;
  if (line === null) throw new LineError('settings');
  const account = await db
    .selectFrom('line_accounts')
    .select('user_id')
    .where((eb) => eb.and({ account: recipient, host_id: host_id ?? '' }))
    .limit(1)
    .executeTakeFirst();
  if (!account) throw NOT_JOINED;
  await line.push(account.user_id, [JSON.parse(html) as LineMessage], message_id);
}

const claimedAt = ({ next_attempt_at }: ClaimedMail): number =>
  Date.parse(next_attempt_at) - LEASE_MS;

/** Since when LINE may have accepted it, by an earlier try. */
function uncertainSince(mail: ClaimedMail): number | null {
  const since = mail.tried_at === null ? null : Date.parse(mail.tried_at);
  return since !== null && since < claimedAt(mail) ? since : null;
}

/** Whether its retry key may be forgotten, and with it an earlier yes. */
const isKeyOver = (mail: ClaimedMail): boolean =>
  claimedAt(mail) - (uncertainSince(mail) ?? Infinity) > KEY_MS;

const KEY_OVER = new LineError('away', { isUncertain: true });

/** Tries again within a day and the life of the retry key; what is lost goes another way at once. */
async function noteLineFailure(parts: Runtime, mail: ClaimedMail, error: unknown): Promise<void> {
  const { clock, log, claimant } = parts;
  const { trouble, status, isUncertain, retryAfterMs } = factsOf(error);
  const isNo = status !== undefined && IS_NO.has(trouble);
  const earlier = isNo ? null : uncertainSince(mail);
  const since = earlier ?? (isUncertain ? claimedAt(mail) : null);
  const failures = mail.failures + 1;
  const next =
    isFinal(trouble) || isKeyOver(mail)
      ? null
      : nextTry(mail, failures, clock.now(), { since, retryAfterMs });
  const facts = { trouble, status, mail: mail.id, attempts: mail.attempts };
  log.warn(facts, next ? 'message by LINE failed' : 'message by LINE given up');
  const noted = {
    attempts: mail.attempts,
    failures,
    fault: lineFault(trouble),
    last_error: lineReason(trouble, since !== null && next === null),
    tried_at: since === null ? null : new Date(since).toISOString(),
  };
  if (next) {
    await updateFailedMail(parts.db, mail.id, claimant.id, {
      ...noted,
      next_attempt_at: next.toISOString(),
    });
    return;
  }
  await inTransaction(parts, async (tx) => {
    const given = { ...noted, state: 'failed' as const };
    const { numUpdatedRows } = await updateFailedMail(tx.db, mail.id, claimant.id, given);
    const lost = { hostId: mail.host_id ?? '', messageId: mail.id };
    if (numUpdatedRows > 0n) await fallBack().fallBackFrom(tx, lost);
  });
}

type Trouble = LineError['trouble'];

/** A try that was interrupted has an unknown end. */
const factsOf = (
  error: unknown,
): Pick<LineError, 'trouble' | 'status' | 'isUncertain' | 'retryAfterMs'> =>
  error instanceof LineError ? error : KEY_OVER;

/**
 * LINE's own no to this message. While it knows the retry key, it is one to all earlier tries too: an
 * accepted message answers 409. What is asked before the key (who we are, how often) says nothing.
 */
const IS_NO: ReadonlySet<Trouble> = new Set<Trouble>(['refused', 'quota']);

const isFinal = (trouble: Trouble): boolean =>
  trouble === 'quota' || trouble === 'refused' || trouble === 'forbidden';

function nextTry(
  { created_at }: ClaimedMail,
  failures: number,
  now: Date,
  { since, retryAfterMs = 0 }: { since: number | null; retryAfterMs: number | undefined },
): Date | null {
  const next = nextAttempt(failures, new Date(created_at), now);
  if (next === null) return null;
  const at = Math.max(next.getTime(), now.getTime() + retryAfterMs);
  return since !== null && at - since > KEY_MS ? null : new Date(at);
}

/** LINE takes a UUID; made from the row, it is the same after a crash. */
export function retryKeyOf(id: string): string {
  const hex = createHash('sha256').update(`line ${id}`).digest('hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

const ACCOUNT_GONE = 'このLINEには届けられません。アカウントがなくなったか、おやめになったようです';

const LINE_REASONS: Record<LineError['trouble'], string> = {
  quota: '今月LINEで送れる数を使い切りました。',
  rate: 'LINEに送る数が多すぎて、今は受け取れないと言われました。',
  refused: `${ACCOUNT_GONE}。`,
  settings: 'LINEの設定が正しくないため、送れませんでした。',
  forbidden: 'LINEの設定が正しくないため、送れませんでした。',
  away: 'LINEから応答がありませんでした。',
};

export const LINE_UNCERTAIN =
  'LINEから応答がなく、届いたかどうか確かめられませんでした。ご家族にお確かめください。';

/** The family has blocked the account before the message came. */
export const LINE_BLOCKED = `${ACCOUNT_GONE}。`;

/** @param isUncertain it was given up, and may have arrived */
const lineReason = (trouble: LineError['trouble'], isUncertain: boolean): string =>
  isUncertain ? LINE_UNCERTAIN : LINE_REASONS[trouble];

/** An account that is gone is for the facility to deal with. */
const lineFault = (trouble: LineError['trouble']): Fault =>
  trouble === 'refused' ? 'address' : 'way';
