import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { STAY_COLUMNS } from '#features/letter/viewer.scope.ts';

const familiesOf = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('families')
    .innerJoin('residents', (join) =>
      join
        .onRef('residents.id', '=', 'families.resident_id')
        .onRef('residents.host_id', '=', 'families.host_id'),
    )
    .leftJoin('handovers', (join) =>
      join
        .onRef('handovers.host_id', '=', 'families.host_id')
        .onRef('handovers.family_id', '=', 'families.id')
        .on('handovers.year_month', '=', yearMonth),
    )
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.host_id', '=', 'families.host_id')
        .onRef('deliveries.family_id', '=', 'families.id')
        .on('deliveries.year_month', '=', yearMonth),
    )
    .leftJoin('letter_reads', (join) =>
      join
        .onRef('letter_reads.host_id', '=', 'families.host_id')
        .onRef('letter_reads.family_id', '=', 'families.id')
        .on('letter_reads.year_month', '=', yearMonth),
    )
    .leftJoin('staffs', 'staffs.id', 'handovers.done_by')
    .select(['families.id', 'families.name', 'families.relationship'])
    .select(['families.name_kana as nameKana', 'families.email', 'families.delivery'])
    .select(['residents.id as residentId', 'residents.name as residentName'])
    .select(['residents.name_kana as residentKana', 'residents.room'])
    .select('residents.photos_hidden as photosHidden')
    .select(STAY_COLUMNS)
    .select(['handovers.done_at as doneAt', 'staffs.name as doneBy'])
    .select(['deliveries.sent_at as mailedAt', 'letter_reads.seen_at as seenAt'])
    .where('families.host_id', '=', hostId);

export type HandoverRow = Awaited<ReturnType<typeof listHandovers>>[number];

/** Of families by link and on paper, and of others that have a tick. */
export const listHandovers = (db: Db, hostId: string, yearMonth: YearMonth) =>
  familiesOf(db, hostId, yearMonth)
    .where((eb) =>
      eb.or([eb('families.delivery', '!=', 'email'), eb('handovers.done_at', 'is not', null)]),
    )
    .orderBy('families.name_kana')
    .orderBy('families.id')
    .execute();

export const findHandover = (db: Db, hostId: string, yearMonth: YearMonth, familyId: string) =>
  familiesOf(db, hostId, yearMonth).where('families.id', '=', familyId).executeTakeFirst();

export const insertHandover = (db: Db, row: Insertable<Database['handovers']>) =>
  db
    .insertInto('handovers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteHandover = (db: Db, hostId: string, yearMonth: YearMonth, familyId: string) =>
  db
    .deleteFrom('handovers')
    .where('host_id', '=', hostId)
    .where('family_id', '=', familyId)
    .where('year_month', '=', yearMonth)
    .execute();

export const deleteHandoversOf = (db: Db, hostId: string, familyId: string) =>
  db
    .deleteFrom('handovers')
    .where('host_id', '=', hostId)
    .where('family_id', '=', familyId)
    .execute();

/** Links that were handed over from that month on. */
export const deleteHandedLinks = (
  db: Db,
  hostId: string,
  familyIds: readonly string[],
  from: YearMonth,
) =>
  db
    .deleteFrom('handovers')
    .where('host_id', '=', hostId)
    .where('family_id', 'in', orNone(familyIds))
    .where('delivery', '=', 'link')
    .where('year_month', '>=', from)
    .execute();
