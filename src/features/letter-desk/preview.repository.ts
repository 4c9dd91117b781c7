import type { Db } from '#server/database.ts';

export const findPreviewReader = (db: Db, hostId: string, residentId: string) =>
  db
    .selectFrom('residents')
    .innerJoin('hosts', 'hosts.id', 'residents.host_id')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'residents.host_id')
    .select([
      'residents.id as residentId',
      'residents.name as residentName',
      'residents.left_on as leftOn',
      'residents.photos_hidden as photosHidden',
      'hosts.id as hostId',
      'hosts.phone as hostPhone',
      'delivery_settings.early_look as earlyLook',
    ])
    .where('residents.host_id', '=', hostId)
    .where('residents.id', '=', residentId)
    .executeTakeFirst();
