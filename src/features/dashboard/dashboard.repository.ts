import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';

type OfResident = ExpressionBuilder<Database, 'residents'>;

/** Not left before that day; after a death, only for a last letter of the month it begins. */
const getsLetter = (day: CivilDate) => (eb: OfResident) =>
  eb.and([
    eb.or([eb('residents.left_on', 'is', null), eb('residents.left_on', '>=', day)]),
    eb.or([
      eb('residents.letters_end', 'is', null),
      eb.and([eb('residents.letters_end', '=', day), eb('residents.last_letter', '=', 1)]),
    ]),
  ]);

/** Nothing is asked of staff about those who are away or have died. */
const isAsideOf = (eb: OfResident) =>
  eb.or([eb('residents.away_since', 'is not', null), eb('residents.letters_end', 'is not', null)]);

/** Families that a letter of the month beginning on that day may reach. */
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
          .where(getsLetter(day)),
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
      eb.not(
        eb.exists(
          eb
            .selectFrom('residents')
            .select('residents.id')
            .whereRef('residents.host_id', '=', 'families.host_id')
            .whereRef('residents.id', '=', 'families.resident_id')
            .where(isAsideOf),
        ),
      ),
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
    .where(getsLetter(day))
    .where((eb) => eb.not(isAsideOf(eb)))
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
