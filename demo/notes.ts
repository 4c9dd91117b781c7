import { addDays, addMonths, firstDayOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';
import type { Runtime } from '#server/runtime.ts';
import type { SeededPeople } from './people.ts';
import { CHECKED, SKIPPED, LAST_NOTES, NEW_NOTES, RESIDENTS } from './story.ts';

const AFTERNOON_MS = 15 * HOUR_MS;

/** Notes of the last two months by several people, checks, and one letter skipped. */
export async function seedNotes(rt: Runtime, people: SeededPeople, today: string): Promise<void> {
  const current = yearMonthOf(today);
  const now = rt.clock.now().getTime();
  const beforeOut = startOfDay(addDays(firstDayOf(current), -1)).getTime() + AFTERNOON_MS;
  await insertNotes(rt, people, addMonths(current, -1), LAST_NOTES, beforeOut);
  await insertNotes(rt, people, current, NEW_NOTES, now - HOUR_MS);
  const checked_at = new Date(now).toISOString();
  const admin = people.staffIds[0] ?? null;
  await rt.db
    .insertInto('letter_checks')
    .values([
      ...CHECKED.map((name) => ({
        ...keyOf(people, current, name),
        ...{ checked_at, checked_by: admin },
        ...{ held_back: null, held_back_at: null, held_back_by: null },
      })),
      {
        ...keyOf(people, current, SKIPPED.resident),
        ...{ checked_at: null, checked_by: null },
        ...{ held_back: SKIPPED.reason, held_back_at: checked_at, held_back_by: admin },
      },
    ])
    .execute();
}

const keyOf = ({ hostId, residentIds }: SeededPeople, year_month: YearMonth, name: string) => ({
  host_id: hostId,
  resident_id: residentIds[RESIDENTS.findIndex((one) => one.name === name)] ?? '',
  year_month,
});

/** @param until when the last one was written, in milliseconds */
const insertNotes = (
  rt: Runtime,
  people: SeededPeople,
  yearMonth: YearMonth,
  notes: typeof LAST_NOTES,
  until: number,
) =>
  rt.db
    .insertInto('letter_notes')
    .values(
      notes.map(({ resident, by, body }, index) => ({
        ...keyOf(people, yearMonth, resident),
        body,
        version: 1,
        updated_by: people.staffIds[by] ?? null,
        updated_at: new Date(until - index * HOUR_MS).toISOString(),
      })),
    )
    .execute();
