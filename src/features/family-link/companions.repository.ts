import { sql } from 'kysely';
import { readRows } from '#server/read-connection.ts';

/** Written into the SQL, as the constants of `letter/visibility.scope.ts` are. */
const BY_MAIL = sql.lit('email' as const);
const NEVER = sql.lit('');

/**
 * The other families of the same facility by mail to the same address, of other residents. A link
 * that was replaced is not shown by an older one, which may be in other hands.
 */
export const listCompanions = readRows(
  (db, familyId: string) =>
    db
      .selectFrom('families as own')
      .innerJoin('families as other', (join) =>
        join
          .onRef('other.host_id', '=', 'own.host_id')
          .onRef('other.email', '=', 'own.email')
          .on('other.email', '!=', NEVER)
          .on('other.delivery', '=', BY_MAIL)
          .onRef('other.resident_id', '!=', 'own.resident_id'),
      )
      .innerJoin('residents', (join) =>
        join
          .onRef('residents.id', '=', 'other.resident_id')
          .onRef('residents.host_id', '=', 'other.host_id'),
      )
      .select(['residents.id as residentId', 'residents.name as residentName'])
      .select(['residents.token as residentToken', 'other.token as familyToken'])
      .where('own.id', '=', familyId)
      .where('own.delivery', '=', BY_MAIL)
      .where((eb) =>
        eb(
          eb.fn.coalesce('own.renewed_at', 'own.created_at'),
          '>=',
          eb.fn.coalesce('other.renewed_at', NEVER),
        ),
      )
      .orderBy('residents.name_kana')
      .orderBy('residents.id')
      .orderBy('other.created_at')
      .orderBy('other.id'),
  ':familyId',
);
