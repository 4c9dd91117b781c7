import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { conflict, invalid } from '#lib/errors.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { LastLetter, LastLetterState } from './last-letter.ts';
import { NO_WORDS } from './last-letter.ts';
import { requireResident, updateResidentRow } from './resident-rows.ts';
import { isDelivered } from './stay.ts';
import { whatFollows } from './what-follows.ts';

/** @throws AppError 404 */
export async function readLastLetter(
  rt: Runtime,
  actor: Actor,
  id: string,
): Promise<LastLetterState | null> {
  const row = await requireResident(rt.db, actor.host.id, id);
  if (row.letters_end === null) return null;
  const yearMonth = yearMonthOf(row.letters_end);
  return {
    choice: isOn(row.last_letter) ? 'last' : 'none',
    words: row.last_words,
    yearMonth,
    isOut: isDelivered(yearMonth, civilDateOf(rt.clock.now())),
  };
}

/**
 * Chooses what families get after a death: nothing more, or one last letter, on the 1st or, if that
 * has passed, at once (domain.md#states-of-life).
 * @throws AppError 404, 409 unless the resident has died, 422 without words
 */
export async function chooseLastLetter(
  rt: Runtime,
  actor: Actor,
  id: string,
  { choice, words }: LastLetter,
): Promise<void> {
  if (choice === 'last' && words.trim() === '') throw invalid(NO_WORDS, { words: [NO_WORDS] });
  await inTransaction(rt, async (tx) => {
    const row = await requireResident(tx.db, actor.host.id, id);
    if (row.letters_end === null) {
      throw conflict('亡くなられた日が取り消されています。ページを開き直して、お確かめください。');
    }
    const yearMonth = yearMonthOf(row.letters_end);
    const change = { last_letter: toFlag(choice === 'last'), last_words: words } as const;
    await updateResidentRow(tx.db, row, change);
    await whatFollows().settleQueuedMails(tx, actor.host.id, id);
    const isLate = isDelivered(yearMonth, civilDateOf(tx.clock.now()));
    if (choice === 'last' && isLate)
      await whatFollows().sendLastLetter(tx, actor.host.id, id, yearMonth);
    const detail = [choice, yearMonth] as const;
    const event = { target: id, residentId: id, detail };
    await noteAct(tx, actor, { action: 'resident.last_letter_chosen', ...event });
  });
}
