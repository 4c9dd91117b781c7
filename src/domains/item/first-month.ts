import type { ExpressionBuilder } from 'kysely';
import type { Database, LetterRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { invalid } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { findOldestTakenOn } from './item-rows.ts';
import { isSavedText } from './month-text.ts';

/** @throws AppError 422 for a month before the first letter, or a future one */
export async function requireLetterMonth(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<void> {
  const current = yearMonthOf(civilDateOf(rt.clock.now()));
  if (yearMonth > current) throw wrongMonth('今月より後の月のお便りは、まだ作れません。');
  if (yearMonth < (await readFirstMonth(rt.db, actor.host.id, current))) {
    throw wrongMonth('最初の写真より前の月のお便りは作れません。');
  }
}

const wrongMonth = (text: string) => invalid(text, { yearMonth: [text] });

/**
 * A facility's first letter: that of its first photo, note or text. Held photos make no letter.
 * @returns the current month if there is none yet
 */
export async function readFirstMonth(
  db: Db,
  hostId: string,
  current: YearMonth,
): Promise<YearMonth> {
  const texts = await listLetterTexts(db, hostId, current);
  const oldest = await findOldestTakenOn(db, hostId);
  const months = texts.map(({ year_month }) => year_month);
  const noted = await findFirstNotedMonth(db, hostId);
  return Math.min(
    current,
    ...months,
    noted ?? current,
    oldest === null ? current : yearMonthOf(oldest),
  );
}

/** The month before this one, unless the facility began later: then it has no letter of it. */
export async function readLastMonth(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  { host }: Pick<Actor, 'host'>,
): Promise<YearMonth | null> {
  const current = yearMonthOf(civilDateOf(clock.now()));
  const last = addMonths(current, -1);
  return (await readFirstMonth(db, host.id, current)) <= last ? last : null;
}

export async function listLetterTexts(
  db: Db,
  hostId: string,
  before: YearMonth,
): Promise<LetterRow[]> {
  const rows = await db
    .selectFrom('letters')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('year_month', '<', before)
    .execute();
  return rows.filter(isSavedText);
}

/** The first note about any resident; null without one. */
async function findFirstNotedMonth(db: Db, hostId: string): Promise<YearMonth | null> {
  const row = await db
    .selectFrom('letter_notes')
    .select('year_month')
    .where('host_id', '=', hostId)
    .where(isNote)
    .orderBy('year_month')
    .limit(1)
    .executeTakeFirst();
  return row?.year_month ?? null;
}

/** Emptied notes count as none. */
export const isNote = (eb: ExpressionBuilder<Database, 'letter_notes'>) =>
  eb('letter_notes.body', '!=', eb.val(''));
