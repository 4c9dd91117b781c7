import type { Db } from '#server/database.ts';
import { VIEWER_COLUMNS } from '#features/letter/viewer.scope.ts';

/** Those whose letters staff keep: all residents of a facility, or one. */
export const listKeptResidents = (db: Db, hostId: string, residentId?: string) =>
  db
    .selectFrom('residents')
    .innerJoin('hosts', 'hosts.id', 'residents.host_id')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'residents.host_id')
    .select(VIEWER_COLUMNS)
    .select(['residents.name_kana as nameKana', 'residents.room'])
    .where('residents.host_id', '=', hostId)
    .$if(residentId !== undefined, (query) => query.where('residents.id', '=', residentId ?? ''))
    .orderBy('residents.id')
    .execute();

export const findFacility = (db: Db, hostId: string) =>
  db
    .selectFrom('hosts')
    .select(['name', 'postcode', 'pref', 'city', 'town', 'street', 'phone'])
    .where('id', '=', hostId)
    .executeTakeFirstOrThrow();
