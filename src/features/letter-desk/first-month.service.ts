import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { invalid } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { readOldestDay } from '#features/item/item-list.service.ts';
import type { Actor } from '#features/session/session.ts';
import { readFirstNotedMonth, readLetterTexts } from '#features/letter/letter-text.service.ts';

/** Letters start with the first photo, note or text. @throws AppError 422 for another month */
export async function requireLetterMonth(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<void> {
  const current = yearMonthOf(civilDateOf(rt.clock.now()));
  if (yearMonth > current) throw wrongMonth('今月より後の月のお便りは、まだ作れません。');
  if (yearMonth < (await readFirstMonth(rt, actor, current))) {
    throw wrongMonth('最初の写真より前の月のお便りは作れません。');
  }
}

const wrongMonth = (text: string) => invalid(text, { yearMonth: [text] });

async function readFirstMonth(rt: Runtime, actor: Actor, current: YearMonth): Promise<YearMonth> {
  const texts = await readLetterTexts(rt.db, actor.host.id, current);
  const oldest = await readOldestDay(rt, actor);
  const months = texts.map(({ year_month }) => year_month);
  const noted = await readFirstNotedMonth(rt.db, actor.host.id);
  return Math.min(
    current,
    ...months,
    noted ?? current,
    oldest === null ? current : yearMonthOf(oldest),
  );
}
