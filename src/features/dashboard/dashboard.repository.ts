import type { CivilDate } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';

/** Families of residents who live here on or after that day. */
const familiesOn = (db: Db, hostId: string, day: CivilDate) =>
  db
    .selectFrom('families')
    .where('families.host_id', '=', hostId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('residents')
          .select('residents.id')
          .whereRef('residents.host_id', '=', 'families.host_id')
          .whereRef('residents.id', '=', 'families.resident_id')
          .where((or) =>
            or.or([or('residents.left_on', 'is', null), or('residents.left_on', '>=', day)]),
          ),
      ),
    );

export const countFamiliesByDelivery = (db: Db, hostId: string, day: CivilDate) =>
  familiesOn(db, hostId, day)
    .select(({ fn }) => ['families.delivery', fn.countAll<number>().as('count')])
    .groupBy('families.delivery')
    .execute();

/** Families without the address that their way of delivery needs. */
export const listUnreachedFamilies = (db: Db, hostId: string, day: CivilDate) =>
  familiesOn(db, hostId, day)
    .select(['families.id', 'families.name', 'families.delivery'])
    .select((eb) =>
      eb
        .selectFrom('residents')
        .select('residents.name')
        .whereRef('residents.host_id', '=', 'families.host_id')
        .whereRef('residents.id', '=', 'families.resident_id')
        .as('resident_name'),
    )
    .where((eb) =>
      eb.or([
        eb.and([
          eb('families.delivery', '=', 'email'),
          eb.or([eb('families.email', 'is', null), eb('families.email', '=', '')]),
        ]),
        eb.and([
          eb('families.delivery', '=', 'print'),
          eb.or([eb('families.pref', '=', ''), eb('families.city', '=', '')]),
        ]),
      ]),
    )
    .orderBy('families.name_kana')
    .orderBy('families.id')
    .execute();

export const listResidentsWithoutFamily = (db: Db, hostId: string, day: CivilDate) =>
  db
    .selectFrom('residents')
    .select(['id', 'name'])
    .where('host_id', '=', hostId)
    .where((eb) => eb.or([eb('left_on', 'is', null), eb('left_on', '>=', day)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('families')
            .select('families.id')
            .whereRef('families.host_id', '=', 'residents.host_id')
            .whereRef('families.resident_id', '=', 'residents.id'),
        ),
      ),
    )
    .orderBy('name_kana')
    .orderBy('id')
    .execute();

export async function findStoredBytes(db: Db, hostId: string): Promise<number> {
  const host = await db
    .selectFrom('hosts')
    .select('stored_bytes')
    .where('id', '=', hostId)
    .executeTakeFirst();
  return host?.stored_bytes ?? 0;
}
