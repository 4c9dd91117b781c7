import type { Actor } from '#domains/account/session/session.ts';
import { isDelivered } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { readHandoverCounts } from './hand-over.ts';
import type { HandoverCounts } from './handover.ts';
import type { Outlook } from './outlook.ts';
import type { DeliverySummary } from './read-mail-states.ts';
import { readDeliverySummary } from './read-mail-states.ts';
import { readOutlook } from './read-outlook.ts';

export interface MonthDelivery {
  /** null once the run is due. */
  outlook: Outlook | null;
  /** null before the letter is out. */
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
  return {
    outlook: await readOutlook(rt, actor.host.id, yearMonth),
    summary: isOut ? await readDeliverySummary(rt, actor, yearMonth) : null,
    handovers: await readHandoverCounts(rt.db, actor.host.id, yearMonth),
  };
}
