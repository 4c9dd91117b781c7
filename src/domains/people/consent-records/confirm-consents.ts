import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { answerOf } from '#domains/people/consent.ts';
import { findResident, listResidentRows } from '#domains/people/resident-rows.ts';
import { conflict } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { recordedOf } from './answer-consent.ts';
import type { Recorded } from './consent-form.ts';
import { NOT_ASKED } from './consent-form.ts';
import { countConsentsOf, deleteWaiting, updateConfirmed } from './consent-rows.ts';
import { applyAnswer, recordConsent } from './record-consent.ts';
import type { Waiting } from './waiting-consents.ts';
import { listWaiting } from './waiting-consents.ts';

/** The answer that holds, as the page showed it beside the one that is confirmed by itself. */
type Over = ConsentAnswer | typeof NOT_ASKED;

/**
 * Families' answers that an admin has read: each holds from now on. Those that a colleague has
 * confirmed or declined meanwhile are left as they are. @param over with one that differs or is old
 * @throws AppError 404 unknown answers; 409 if none of them waits, or one needs to be compared
 * first; 422 if none was chosen
 */
export const confirmConsents = (
  rt: Runtime,
  actor: Actor,
  ids: readonly string[],
  over?: Over,
): Promise<Recorded> => settle(rt, actor, { act: 'confirm', ids, over }, confirmWaiting);

/** Answers that do not become one: nothing of them stays but the event. @throws AppError the same */
export const declineConsents = (
  rt: Runtime,
  actor: Actor,
  ids: readonly string[],
  over?: Over,
): Promise<Recorded> =>
  settle(rt, actor, { act: 'decline', ids, over }, (tx, _, { row }) => decline(tx, actor, row));

const settle = (
  rt: Runtime,
  actor: Actor,
  {
    act,
    ids,
    over,
  }: { act: 'confirm' | 'decline'; ids: readonly string[]; over: Over | undefined },
  run: (tx: Tx, actor: Actor, waiting: Waiting) => Promise<void>,
): Promise<Recorded> =>
  inTransaction(rt, async (tx) => {
    const known = await countConsentsOf(tx.db, actor.host.id, ids);
    const waiting = (await listWaiting(tx.db, actor.host.id)).filter((one) =>
      ids.includes(one.row.id),
    );
    const isCompared = ({ heldAnswer }: Waiting): boolean =>
      ids.length === 1 && over === (heldAnswer ?? NOT_ASKED);
    if (waiting.some((one) => one.isAlone && !isCompared(one))) throw conflict(COMPARE);
    for (const one of waiting) await run(tx, actor, one);
    const done = waiting.map(({ row }) => row.resident_id);
    return recordedOf(act, ids, known, done);
  });

const COMPARE =
  '今の記録やほかのお返事と違うお返事があります。何も記録していません。今の一覧で見くらべて、1件ずつ記録してください。';

/** Holds from now on; what the same family has said before is over with it. */
export async function confirmWaiting(
  tx: Tx,
  actor: Actor,
  { row, others }: Waiting,
): Promise<void> {
  const resident = await findResident(tx.db, row.host_id, row.resident_id);
  if (!resident) return;
  await applyAnswer(tx, actor, resident, row.answer);
  const confirmed_at = tx.clock.now().toISOString();
  await updateConfirmed(tx.db, row, { confirmed_at, recorded_by: actor.id });
  for (const one of others) {
    const isOver = one.family_id === row.family_id && one.created_at <= row.created_at;
    if (row.family_id !== null && isOver) await decline(tx, actor, one);
  }
}

async function decline(tx: Tx, actor: Actor, row: Waiting['row']): Promise<void> {
  await deleteWaiting(tx.db, row);
  const of = { target: row.resident_id, residentId: row.resident_id, detail: row.answer };
  await noteAct(tx, actor, { action: 'resident.consent_declined', ...of });
}

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
