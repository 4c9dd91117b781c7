import { HOUR_MS } from '#lib/durations.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { addMonths, lastDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import type { SeededPeople } from './people.ts';

/** With photos to spare. */
const RESIDENT = 1;

/** Two restorable photos: a resident's, and a facility-wide one of a published letter. */
export async function seedBin(rt: Runtime, people: SeededPeople, today: CivilDate): Promise<void> {
  const lastMonth = lastDayOf(addMonths(yearMonthOf(today), -1));
  await deleteNewest(rt, people.hostId, people.residentIds[RESIDENT] ?? null, today, 2);
  await deleteNewest(rt, people.hostId, null, lastMonth, 5);
}

async function deleteNewest(
  rt: Runtime,
  hostId: string,
  residentId: string | null,
  until: CivilDate,
  hoursAgo: number,
): Promise<void> {
  const then = new Date(rt.clock.now().getTime() - hoursAgo * HOUR_MS).toISOString();
  const item = await rt.db
    .selectFrom('items')
    .select(['id', 'created_at'])
    .where('host_id', '=', hostId)
    .where('resident_id', residentId === null ? 'is' : '=', residentId)
    .where('taken_on', '<=', until)
    .orderBy('taken_on', 'desc')
    .executeTakeFirstOrThrow();
  await rt.db
    .updateTable('items')
    // Not before it was there.
    .set({ deleted_at: then > item.created_at ? then : item.created_at })
    .where('id', '=', item.id)
    .where('host_id', '=', hostId)
    .execute();
}
