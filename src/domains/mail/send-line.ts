import { HOUR_MS } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import type { LineMessage } from '#server/line/line.ts';
import { LineError } from '#server/line/line.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { lineFault, lineReason } from './failure.ts';
import { LEASE_MS, nextAttempt } from './mail.ts';
import { updateFailedMail } from './outbox.ts';
import type { ClaimedMail } from './turns.ts';

/**
 * LINE keeps a retry key for 24 hours. Later the same message could arrive twice, so that a try
 * whose end is unknown is not repeated (domain.md#letters-by-line).
 */
const KEY_MS = 23 * HOUR_MS;

/** A message that LINE has not taken, in the transaction that says so. */
type OnLineLost = (tx: Tx, lost: { hostId: string; mailId: string }) => Promise<void>;

let onLineLost: OnLineLost | undefined;

/** Deliveries come later in the order of domains, so `domains/wiring.ts` hands this in. */
export const handInOnLineLost = (given: OnLineLost): void => {
  onLineLost = given;
};

const NOT_JOINED = new LineError('refused');

/** @throws LineError */
export async function pushLine(
  { db, line }: Pick<Runtime, 'db' | 'line'>,
  { host_id, recipient, html, message_id }: ClaimedMail,
): Promise<void> {
  if (line === null) throw new LineError('settings');
  const userId = await findUser(db, host_id ?? '', recipient);
  if (userId === undefined) throw NOT_JOINED;
  await line.push(userId, [JSON.parse(html) as LineMessage], message_id);
}

const claimedAt = ({ next_attempt_at }: ClaimedMail): number =>
  Date.parse(next_attempt_at) - LEASE_MS;

/** Since when LINE may have accepted it, by an earlier try. */
function uncertainSince(mail: ClaimedMail): number | null {
  const since = mail.tried_at === null ? null : Date.parse(mail.tried_at);
  return since !== null && since < claimedAt(mail) ? since : null;
}

/** Whether its retry key may be forgotten, and with it an earlier yes. */
export const isKeyOver = (mail: ClaimedMail): boolean =>
  claimedAt(mail) - (uncertainSince(mail) ?? Infinity) > KEY_MS;

export const KEY_OVER = new LineError('away', { isUncertain: true });

/** Tries again within a day and the life of the retry key; what is lost goes another way at once. */
export async function noteLineFailure(
  parts: Runtime,
  mail: ClaimedMail,
  error: unknown,
): Promise<void> {
  const { clock, log, claimant } = parts;
  const { trouble, status, isUncertain, retryAfterMs } = factsOf(error);
  const since = uncertainSince(mail) ?? (isUncertain ? claimedAt(mail) : null);
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
    if (!onLineLost) throw new Error('import domains/wiring.ts');
    if (numUpdatedRows > 0n) await onLineLost(tx, { hostId: mail.host_id ?? '', mailId: mail.id });
  });
}

type Trouble = LineError['trouble'];

/** A try that was interrupted has an unknown end. */
const factsOf = (
  error: unknown,
): Pick<LineError, 'trouble' | 'status' | 'isUncertain' | 'retryAfterMs'> =>
  error instanceof LineError ? error : KEY_OVER;

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

const findUser = async (db: Db, hostId: string, account: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('line_accounts')
      .select('user_id')
      .where('account', '=', account)
      .where('host_id', '=', hostId)
      .limit(1)
      .executeTakeFirst()
  )?.user_id;
