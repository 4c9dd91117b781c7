import type { CompiledQuery } from 'kysely';
import type { Db } from '../../server/database.ts';

/** Everything a letter depends on besides its photos and text, by the family's token. */
const linkQuery = (db: Db, familyToken: string) =>
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
    .where('families.token', '=', familyToken);

type LinkRow = Awaited<ReturnType<ReturnType<typeof linkQuery>['executeTakeFirstOrThrow']>>;

const compiled = new WeakMap<Db, CompiledQuery<LinkRow>>();

/** Compiled once: every opening of a letter, ready-made or not, starts with this read. */
export async function findLink(db: Db, familyToken: string): Promise<LinkRow | undefined> {
  let query = compiled.get(db);
  if (!query) {
    query = linkQuery(db, '').compile();
    compiled.set(db, query);
  }
  const { rows } = await db.executeQuery<LinkRow>({ ...query, parameters: [familyToken] });
  return rows[0];
}
