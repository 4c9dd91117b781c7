import type { Db } from '#server/database.ts';
import { VIEWER_COLUMNS } from '#features/letter/viewer.scope.ts';

/** Whose letter an admin previews. */
export const findPreviewReader = (db: Db, hostId: string, residentId: string) =>
  db
    .selectFrom('residents')
    .innerJoin('hosts', 'hosts.id', 'residents.host_id')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'residents.host_id')
    .select(VIEWER_COLUMNS)
    .where('residents.host_id', '=', hostId)
    .where('residents.id', '=', residentId)
    .executeTakeFirst();
