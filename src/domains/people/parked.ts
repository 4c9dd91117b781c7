import type { Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';

type FamilyColumns = Selectable<Database['families']>;

/** Why an address gets no mail. */
export interface Parked {
  kind: NonNullable<FamilyColumns['returned_kind']>;
  /** Instant. */
  at: string;
  /** For staff. */
  words: string;
}

/** For a family whose address is not among them any more. */
export const NOT_PARKED = { returned_at: null, returned_kind: null, returned_words: null };

/**
 * Parks an address, not a family: for all of a facility's families that have it. After a complaint
 * they have stopped their mails. @param sentAt of the mail that came back: anyone who has since
 * said that the address is right knows more. @returns those that were not parked so
 */
export async function parkAddress(
  db: Db,
  hostId: string,
  email: string,
  parked: Parked,
  sentAt: string = parked.at,
) {
  const checked = await db
    .selectFrom('families')
    .select(({ fn }) => fn.max<string | null>('email_checked_at').as('at'))
    .where((eb) => eb.and({ host_id: hostId, email }))
    .executeTakeFirst();
  return (checked?.at ?? '') > sentAt ? [] : updateParked(db, hostId, email, parked);
}

const updateParked = (db: Db, hostId: string, email: string, { kind, at, words }: Parked) =>
  db
    .updateTable('families')
    .set({ returned_at: at, returned_kind: kind, returned_words: words })
    .$if(kind === 'complaint', (query) =>
      query.set((eb) => ({
        stopped_at: eb.fn.coalesce('stopped_at', eb.val(at)),
        also_by_mail: 0,
        delivery: eb
          .case()
          .when('delivery', '=', 'email')
          .then('link' as const)
          .else(eb.ref('delivery'))
          .end(),
      })),
    )
    .where((eb) => eb.and({ host_id: hostId, email }))
    .where((eb) =>
      eb.or([
        eb('returned_at', 'is', null),
        ...(kind === 'complaint' ? [eb('returned_kind', '<>', kind)] : []),
      ]),
    )
    .returning(['id', 'resident_id as residentId', 'token'])
    .execute();

/** The address is right after all. A complaint stays: its family speaks for itself. */
export const releaseAddress = (db: Db, hostId: string, email: string, now: string) =>
  db
    .updateTable('families')
    .set({ ...NOT_PARKED, email_checked_at: now })
    .where((eb) => eb.and({ host_id: hostId, email }))
    .where('returned_kind', 'in', ['hard', 'soft'])
    .returning(['id', 'resident_id as residentId'])
    .execute();

/** An address that an admin has typed may be parked at another family. */
export async function parkAsOthers(
  db: Db,
  hostId: string,
  familyIds: readonly string[],
): Promise<void> {
  for (const { email, at, kind, words } of await listParkedAt(db, hostId, familyIds)) {
    if (email === null || at === null || kind === null) continue;
    await parkAddress(db, hostId, email, { at, kind, words: words ?? '' });
  }
}

const listParkedAt = (db: Db, hostId: string, familyIds: readonly string[]) =>
  db
    .selectFrom('families as own')
    .innerJoin('families as other', ofOneHost('other.email', 'own.email'))
    .select(['other.email', 'other.returned_at as at'])
    .select(['other.returned_kind as kind', 'other.returned_words as words'])
    .where('own.host_id', '=', hostId)
    .where('own.id', 'in', orNone(familyIds))
    .where('own.returned_at', 'is', null)
    .where('other.returned_at', 'is not', null)
    .execute();
