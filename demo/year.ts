import { addMonths, firstDayOf, monthOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import type { SeededPeople } from './people.ts';
import { MONTHS } from './plan.ts';
import type { Month } from './story.ts';
import { YEAR_NOTES } from './story.ts';

/** The resident of the printed family link. */
const HEROINE = 0;

/** What makes a year worth a book: a note in each older month, and a portrait for its cover. */
export async function seedYear(rt: Runtime, people: SeededPeople, today: CivilDate): Promise<void> {
  const current = yearMonthOf(today);
  const resident_id = people.residentIds[HEROINE] ?? '';
  const months = Array.from({ length: MONTHS - 2 }, (_, index) => addMonths(current, -2 - index));
  await rt.db
    .insertInto('letter_notes')
    .values(
      months.map((year_month) => ({
        host_id: people.hostId,
        resident_id,
        year_month,
        body: YEAR_NOTES[monthOf(year_month) as Month],
        version: 1,
        updated_by: people.staffIds[2] ?? null,
        updated_at: startOfDay(firstDayOf(addMonths(year_month, 1))).toISOString(),
      })),
    )
    .execute();
  await chooseCover(rt, people.hostId, resident_id, firstDayOf(current));
}

async function chooseCover(
  { db }: Runtime,
  hostId: string,
  residentId: string,
  before: CivilDate,
): Promise<void> {
  const portrait = await db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select(['items.id', 'items.taken_on'])
    .where('items.host_id', '=', hostId)
    .where('items.resident_id', '=', residentId)
    .where('items.taken_on', '<', before)
    .where('items.held', '=', 0)
    .where('blobs.filename', 'like', 'portrait-%')
    .orderBy('items.taken_on', 'desc')
    .executeTakeFirst();
  if (!portrait) return;
  await db
    .updateTable('letters')
    .set({ cover_item_id: portrait.id })
    .where('host_id', '=', hostId)
    .where('year_month', '=', yearMonthOf(portrait.taken_on))
    .execute();
}
