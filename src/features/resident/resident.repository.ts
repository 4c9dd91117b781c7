import type { CivilDate, YearMonth } from '../../lib/calendar.ts';
import { firstDayOf, lastDayOf } from '../../lib/calendar.ts';
import type { Db } from '../../server/database.ts';

export const findResident = (db: Db, hostId: string, id: string) =>
  db
    .selectFrom('residents')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Residents who have not left, by their names' reading, with their photos counted. */
export const listResidents = (
  db: Db,
  hostId: string,
  today: CivilDate,
  yearMonth: YearMonth | undefined,
) =>
  db
    .selectFrom('residents')
    .select(['id', 'name', 'name_kana', 'room', 'portrait_blob_id'])
    .select((eb) =>
      eb
        .selectFrom('items')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('items.host_id', '=', 'residents.host_id')
        .whereRef('items.resident_id', '=', 'residents.id')
        .where('items.deleted_at', 'is', null)
        .$if(yearMonth !== undefined, (query) =>
          query
            .where('items.taken_on', '>=', firstDayOf(yearMonth ?? 0))
            .where('items.taken_on', '<=', lastDayOf(yearMonth ?? 0)),
        )
        .as('items_count'),
    )
    .where('host_id', '=', hostId)
    .where((eb) => eb.or([eb('left_on', 'is', null), eb('left_on', '>', today)]))
    .orderBy('name_kana')
    .orderBy('id')
    .execute();
