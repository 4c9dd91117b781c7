import type { ResidentRow } from '#db/schema.ts';
import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { lastLetterOf } from '#features/letter/visibility.ts';
import { settleQueuedMails, withdrawLastLetter } from '#features/delivery/stopped-mails.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { ResidentChange } from './resident.repository.ts';

interface Death {
  died_on?: CivilDate | null;
  letters_end?: CivilDate | null;
  last_letter?: 0;
  last_words?: '';
}

/**
 * A death ends the letters from the month under way on; correcting its day changes nothing of that,
 * and taking it back leaves nothing of it (domain.md#states-of-life).
 * @param diedOn undefined keeps
 */
export function deathChange(
  { clock }: Pick<Runtime, 'clock'>,
  before: CivilDate | null,
  diedOn: CivilDate | null | undefined,
): Death {
  if (diedOn === undefined || diedOn === before) return {};
  if (diedOn === null) return { died_on: null, letters_end: null, last_letter: 0, last_words: '' };
  if (before !== null) return { died_on: diedOn };
  const month = yearMonthOf(civilDateOf(clock.now()));
  return { died_on: diedOn, letters_end: firstDayOf(month) };
}

const DAYS = ['away_since', 'left_on', 'died_on'] as const;

const changedDays = (row: ResidentRow, change: ResidentChange) =>
  DAYS.filter((name) => change[name] !== undefined && change[name] !== row[name]);

export const isOtherState = (row: ResidentRow, change: ResidentChange): boolean =>
  changedDays(row, change).length > 0;

const stayOf = ({ letters_end, last_letter }: ResidentRow) => ({
  lettersEnd: letters_end,
  lastLetter: last_letter,
});

/** Records each changed day, and stops or releases the mails that wait. */
export async function changeState(
  tx: Tx,
  actor: Actor,
  row: ResidentRow,
  change: ResidentChange,
): Promise<void> {
  const { id } = row;
  for (const name of changedDays(row, change)) {
    const detail = `${name} ${change[name] ?? ''}`.trim();
    await noteAct(tx, actor, {
      action: 'resident.state_changed',
      target: id,
      residentId: id,
      detail,
    });
  }
  const last = change.letters_end === null ? lastLetterOf(stayOf(row)) : null;
  if (last !== null) await withdrawLastLetter(tx, actor.host.id, id, last);
  await settleQueuedMails(tx, actor.host.id, id);
}
