import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { answerOf } from '#domains/people/consent.ts';
import { findResident, listResidentRows } from '#domains/people/resident-rows.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { recordedOf } from './answer-consent.ts';
import type { Recorded } from './consent-form.ts';
import { deleteWaiting, listConsents, updateConfirmed } from './consent-rows.ts';
import { letAnswerHold, recordConsent } from './record-consent.ts';

/**
 * Families' answers that an admin has read: each holds from now on, the newest of a resident last.
 * Those that a colleague has confirmed or declined meanwhile are left as they are.
 * @throws AppError 404 unknown answers; 409 if none of them waits; 422 if none was chosen
 */
export const confirmConsents = (
  rt: Runtime,
  actor: Actor,
  ids: readonly string[],
): Promise<Recorded> =>
  inTransaction(rt, async (tx) => {
    const consents = await listConsents(tx.db, actor.host.id, ids);
    const waiting = consents.filter(({ confirmed_at }) => confirmed_at === null);
    for (const consent of waiting) {
      const row = await findResident(tx.db, actor.host.id, consent.resident_id);
      if (!row) continue;
      const confirmed_at = tx.clock.now().toISOString();
      await updateConfirmed(tx.db, consent, { confirmed_at, recorded_by: actor.id });
      await letAnswerHold(tx, actor, row, consent.answer);
    }
    return recordedOf('confirm', ids, consents.length, waiting.map(ofResident));
  });

const ofResident = ({ resident_id }: { resident_id: string }): string => resident_id;

/**
 * Answers that do not become one: nothing of them stays but the event.
 * @throws AppError 404 unknown answers; 409 if none of them waits; 422 if none was chosen
 */
export const declineConsents = (
  rt: Runtime,
  actor: Actor,
  ids: readonly string[],
): Promise<Recorded> =>
  inTransaction(rt, async (tx) => {
    const consents = await listConsents(tx.db, actor.host.id, ids);
    const waiting = consents.filter(({ confirmed_at }) => confirmed_at === null);
    for (const { id, resident_id, answer } of waiting) {
      await deleteWaiting(tx.db, actor.host.id, id);
      const of = { target: resident_id, residentId: resident_id, detail: answer };
      await noteAct(tx, actor, { action: 'resident.consent_declined', ...of });
    }
    return recordedOf('decline', ids, consents.length, waiting.map(ofResident));
  });

/**
 * Once a year: yeses that an admin has asked about again, and that hold as they are. Where the
 * answer is no yes any more, nothing changes.
 * @param ids of residents. @throws AppError 404 unknown ones; 409, 422 if it is for nobody
 */
export const keepConsents = (
  rt: Runtime,
  actor: Actor,
  ids: readonly string[],
): Promise<Recorded> =>
  inTransaction(rt, async (tx) => {
    const rows = await listResidentRows(tx.db, actor.host.id, ids);
    const kept: string[] = [];
    for (const row of rows) {
      const answer = answerOf(row);
      if (answer !== 'all' && answer !== 'own') continue;
      await recordConsent(tx, actor, row, { answer, note: KEPT });
      kept.push(row.id);
    }
    return recordedOf('keep', ids, rows.length, kept);
  });

const KEPT = '変わりないことを確かめた';
