import type { Actor } from '#domains/account/session/session.ts';
import { isDelivered } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { readHandoverCounts } from './hand-over.ts';
import type { HandoverCounts } from './handover.ts';
import type { Outlook } from './outlook.ts';
import { outlookOf } from './outlook.ts';
import type { DeliverySummary } from './read-mail-states.ts';
import { readDeliveryPage, readDeliverySummary } from './read-mail-states.ts';

export interface MonthDelivery {
  /** null once the letter is out. */
  outlook: Outlook | null;
  /** null before. */
  summary: DeliverySummary | null;
  handovers: HandoverCounts;
}

/** The delivery of a month, before or after its day. @throws AppError 404 for a future month */
export async function readMonthDelivery(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<MonthDelivery> {
  const isOut = isDelivered(yearMonth, civilDateOf(rt.clock.now()));
  const { families } = await readDeliveryPage(rt, actor, yearMonth);
  return {
    outlook: isOut ? null : outlookOf(families),
    summary: isOut ? await readDeliverySummary(rt, actor, yearMonth) : null,
    handovers: await readHandoverCounts(rt.db, actor.host.id, yearMonth),
  };
}
