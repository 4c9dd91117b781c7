import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { answerOf } from '#domains/people/consent.ts';
import { findResident } from '#domains/people/resident-rows.ts';
import { conflict } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { deleteWaiting, listWaiting, updateConfirmed } from './consent-rows.ts';
import { letAnswerHold, recordConsent } from './record-consent.ts';

/**
 * Families' answers that an admin has read: each holds from now on, the newest of a resident last.
 * Those that a colleague has confirmed or declined meanwhile are left as they are.
 * @returns how many. @throws AppError 409 if none of them waits any more
 */
export const confirmConsents = (
  rt: Runtime,
  actor: Actor,
  ids: readonly string[],
): Promise<number> => inTransaction(rt, (tx) => confirmAll(tx, actor, ids));

async function confirmAll(tx: Tx, actor: Actor, ids: readonly string[]): Promise<number> {
  const waiting = await listWaiting(tx.db, actor.host.id, ids);
  if (waiting.length === 0) throw conflict(ANSWERED);
  for (const consent of waiting) {
    const row = await findResident(tx.db, actor.host.id, consent.resident_id);
    if (!row) continue;
    const confirmed_at = tx.clock.now().toISOString();
    await updateConfirmed(tx.db, consent, { confirmed_at, recorded_by: actor.id });
    await letAnswerHold(tx, actor, row, consent.answer);
  }
  return waiting.length;
}

const ANSWERED = 'ほかの方が先に確認しました。今の記録をご覧ください。';

/** An answer that does not become one: nothing of it stays but the event. @throws AppError 409 */
export const declineConsent = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const [consent] = await listWaiting(tx.db, actor.host.id, [id]);
    if (!consent) throw conflict(ANSWERED);
    await deleteWaiting(tx.db, actor.host.id, id);
    await noteAct(tx, actor, {
      action: 'resident.consent_declined',
      target: consent.resident_id,
      residentId: consent.resident_id,
      detail: consent.answer,
    });
  });

/**
 * Once a year: yeses that an admin has asked about again, and that hold as they are.
 * @param ids of residents; one whose answer is no yes any more is left as it is
 * @returns how many. @throws AppError 409 if none is left
 */
export const keepConsents = (rt: Runtime, actor: Actor, ids: readonly string[]): Promise<number> =>
  inTransaction(rt, async (tx) => {
    let kept = 0;
    for (const id of new Set(ids)) {
      const row = await findResident(tx.db, actor.host.id, id);
      const answer = row && answerOf(row);
      if (!row || (answer !== 'all' && answer !== 'own')) continue;
      await recordConsent(tx, actor, row, { answer, note: KEPT });
      kept += 1;
    }
    if (kept === 0) throw conflict(ANSWERED);
    return kept;
  });

const KEPT = '変わりないことを確かめました';
