import { sql } from 'kysely';
import type { LetterTokens } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';

/** Another resident whose letters the same relative gets. */
export interface Companion extends LetterTokens {
  residentName: string;
}

/** Whose letters the shelf leads to (domain.md#one-relative-several-residents). */
export async function readCompanions(
  { readConnection }: Pick<Runtime, 'readConnection'>,
  { familyId }: { familyId: string },
): Promise<Companion[]> {
  const rows = await listCompanions(readConnection, familyId);
  return [...new Map([...rows].reverse().map((row) => [row.residentId, row])).values()].reverse();
}

/** Written into the SQL, as the constants of `letter/who-sees-what.ts` are. */
const BY_MAIL = sql.lit('email' as const);
const NONE = sql.lit('');

/**
 * The other families of the same facility by mail to the same address, of other residents. A newer
 * link is not shown: whoever else was given this one was not given that. Nor is one that came to the
 * mailbox after this link was issued, or that was there before this one came.
 */
const listCompanions = (db: Db, familyId: string) =>
  db
    .selectFrom('families as own')
    .innerJoin('families as other', (join) =>
      join
        .onRef('other.host_id', '=', 'own.host_id')
        .onRef('other.email', '=', 'own.email')
        .on('other.email', '!=', NONE)
        .on('other.delivery', '=', BY_MAIL)
        .onRef('other.resident_id', '!=', 'own.resident_id'),
    )
    .innerJoin('residents', ofOneHost('residents.id', 'other.resident_id'))
    .select(['residents.id as residentId', 'residents.name as residentName'])
    .select(['residents.token as residentToken', 'other.token as familyToken'])
    .where((eb) => eb.and({ 'own.id': familyId, 'own.delivery': BY_MAIL }))
    .whereRef('other.link_number', '<=', 'own.link_number')
    .where('own.mailbox_number', 'is', null)
    .where((eb) =>
      eb.or([
        eb('other.mailbox_number', 'is', null),
        eb('other.mailbox_number', '<=', eb.ref('own.link_number')),
      ]),
    )
    .orderBy('residents.name_kana')
    .orderBy('residents.id')
    .orderBy('other.created_at')
    .orderBy('other.id')
    .execute();
