import { readHandoverList } from '#domains/delivery/letters-by-hand.ts';
import { DEFAULT_SETTINGS, dueAt } from '#domains/facility/delivery-settings.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import { addMonths } from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';
import type { Runtime } from '#server/runtime.ts';
import type { SeededPeople } from './people.ts';

const MONTHS = 4;
/**
 * お渡ししました of the last letters. Families that have not seen the newest one are still to be given it;
 * the server tells the admins about those.
 */
export async function seedHandovers(
  { db, clock }: Runtime,
  { hostId, staffIds }: SeededPeople,
): Promise<void> {
  const now = clock.now();
  for (let ago = 0; ago < MONTHS; ago++) {
    const yearMonth = addMonths(monthToDeliver(now), -ago);
    const due = dueAt(yearMonth, DEFAULT_SETTINGS.hour).getTime();
    const { handovers } = await readHandoverList({ db, clock }, hostId, yearMonth);
    const ticks = handovers.flatMap(({ familyId, delivery, seenAt }, index) => {
      const done_at = new Date(due + (1 + index * 2) * HOUR_MS).toISOString();
      const isLeft = ago === 0 && seenAt === null;
      if (delivery === 'email' || isLeft || done_at > now.toISOString()) return [];
      const done_by = staffIds[0] ?? null;
      const key = { host_id: hostId, family_id: familyId, year_month: yearMonth };
      return [{ ...key, delivery, done_at, done_by }];
    });
    if (ticks.length > 0) await db.insertInto('handovers').values(ticks).execute();
  }
}
