import { compiledQuery } from '../../server/compiled-query.ts';
import type { Db } from '../../server/database.ts';

/** Everything a letter depends on besides its photos and text, by the family's token. */
export const findLink = (db: Db, familyToken: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', (join) =>
      join
        .onRef('residents.id', '=', 'families.resident_id')
        .onRef('residents.host_id', '=', 'families.host_id'),
    )
    .innerJoin('hosts', 'hosts.id', 'families.host_id')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'families.host_id')
    .select([
      'families.id as familyId',
      'families.name as familyName',
      'families.token as familyToken',
      'residents.id as residentId',
      'residents.name as residentName',
      'residents.token as residentToken',
      'residents.left_on as leftOn',
      'residents.photos_hidden as photosHidden',
      'hosts.id as hostId',
      'hosts.name as hostName',
      'hosts.phone as hostPhone',
      'hosts.content_version as contentVersion',
      'delivery_settings.early_look as earlyLook',
    ])
    .where('families.token', '=', familyToken)
    .executeTakeFirst();

/**
 * What a ready-made letter is found by. Subqueries, since SQLite answers them ten times faster
 * than the joins above (measured: 10 against 112 µs).
 */
export const findLinkKey = compiledQuery(
  (db, familyToken: string) =>
    db
      .selectFrom('families')
      .select((eb) => [
        eb
          .selectFrom('residents')
          .select('residents.token')
          .whereRef('residents.id', '=', 'families.resident_id')
          .as('residentToken'),
        eb
          .selectFrom('hosts')
          .select('hosts.content_version')
          .whereRef('hosts.id', '=', 'families.host_id')
          .as('contentVersion'),
      ])
      .where('families.token', '=', familyToken),
  ':familyToken',
);
