import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { daysBefore } from '#lib/durations.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import { ENDED_KEPT_DAYS, formatEndingDay } from './ending.ts';

interface EndedFacility {
  name: string;
  endedOn: CivilDate;
}

/** All that is left to say. */
export const endedWords = ({ name, endedOn }: EndedFacility): string =>
  `${name}のつきだよりは、${formatEndingDay(endedOn)}で終わりました。お便りは、もうここにはありません。`;

/** The facility that a link belonged to which opens nothing any more. */
export async function findEndedFacility(
  { readConnection }: Pick<Runtime, 'readConnection'>,
  tokens: LetterTokens,
): Promise<EndedFacility | null> {
  const row = await readConnection
    .selectFrom('ended_links')
    .innerJoin('ended_facilities', 'ended_facilities.id', 'ended_links.ended_facility_id')
    .select(['ended_facilities.name', 'ended_facilities.ended_on'])
    .where('ended_links.hash', '=', hashOf(tokens))
    .executeTakeFirst();
  return row ? { name: row.name, endedOn: row.ended_on } : null;
}

/** What a mail's link says of its facility, once it is deleted. */
export async function findEndedById(db: Db, id: string): Promise<EndedFacility | null> {
  const row = await db
    .selectFrom('ended_facilities')
    .select(['name', 'ended_on'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { name: row.name, endedOn: row.ended_on } : null;
}

const hashOf = ({ residentToken, familyToken }: LetterTokens): string =>
  hashToken(`${residentToken}.${familyToken}`);

/** Notes all links of a facility that is deleted in this transaction. */
export async function noteLinksOfEnded(
  tx: Pick<Runtime, 'db' | 'clock'>,
  host: { id: string; name: string },
  endsOn: CivilDate,
): Promise<void> {
  const now = tx.clock.now();
  const today = civilDateOf(now);
  await insertEnded(tx.db, {
    id: host.id,
    name: host.name,
    deleted_at: now.toISOString(),
    ended_on: endsOn < today ? endsOn : today,
  });
  for (const tokens of await listLinks(tx.db, host.id)) {
    await tx.db
      .insertInto('ended_links')
      .values({ hash: hashOf(tokens), ended_facility_id: host.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** With their links. */
export const forgetEndedFacilities = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>) =>
  db
    .deleteFrom('ended_facilities')
    .where('deleted_at', '<', daysBefore(clock.now(), ENDED_KEPT_DAYS))
    .execute();

const listLinks = (db: Db, hostId: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.token as familyToken', 'residents.token as residentToken'])
    .where('families.host_id', '=', hostId)
    .execute();

/** The same facility again, after its backup was restored. */
const insertEnded = (db: Db, row: Insertable<Database['ended_facilities']>) =>
  db
    .insertInto('ended_facilities')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
