import type { Runtime } from '#server/runtime.ts';
import { failureFacts, failureReason, faultOf, refusalOf } from './failure.ts';
import { FORGOTTEN } from './kept-words.ts';
import { carriesOneTimeLink, nextAttempt } from './mail.ts';
import { updateFailedMail } from './outbox.ts';
import { noteLineFailure } from './send-line.ts';
import type { ClaimedMail } from './turns.ts';

type Noting = Runtime & {
  /** Called after a refusal that blames the recipient. */
  onRefusal: () => Promise<void>;
};

/** Plans the next attempt, or gives up, and notes whose fault it was. */
export async function noteFailure(parts: Noting, mail: ClaimedMail, error: unknown): Promise<void> {
  if (mail.channel === 'line') {
    await noteLineFailure(parts, mail, error);
    return;
  }
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
    const words = carriesOneTimeLink(kind) ? FORGOTTEN : {};
    await updateFailedMail(db, id, claimant.id, { ...noted, state: 'failed', ...words });
  }
  if (blame.refusal !== null) await parts.onRefusal();
}

/** What was settled about the same refusal before holds until it is settled anew. */
function blameOf(mail: ClaimedMail, facts: ReturnType<typeof failureFacts>, now: Date) {
  const lone = faultOf(facts);
  if (lone === 'way') {
    return {
      ...{ fault: lone, refusal: null, refused_at: null },
      last_error: failureReason(facts, lone),
    };
  }
  const refusal = refusalOf(facts);
  const fault = refusal === mail.refusal ? (mail.fault ?? lone) : lone;
  const last_error = failureReason(facts, fault);
  return { fault, refusal, refused_at: now.toISOString(), last_error };
}
