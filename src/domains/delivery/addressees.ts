import { sql } from 'kysely';
import { STAY_COLUMNS } from '#domains/letter/who-sees-what.ts';
import { familyWay } from '#domains/people/family-rows.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { listPrepared, listPreparedFor } from '#server/prepared.ts';

const addressees = (db: Db, hostId: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', (join) =>
      join
        .onRef('residents.id', '=', 'families.resident_id')
        .onRef('residents.host_id', '=', 'families.host_id'),
    )
    .select(['families.id', 'families.name', 'families.email'])
    .select((eb) => familyWay(eb).as('delivery'))
    .select(['families.delivery as registered', 'families.also_by_mail as alsoByMail'])
    .select(['families.token as familyToken', 'residents.token as residentToken'])
    .select('families.created_at')
    .select(['residents.id as residentId', 'residents.name as residentName'])
    .select('residents.name_kana as residentKana')
    .select(STAY_COLUMNS)
    .select('residents.photos_hidden as photosHidden')
    .where('families.host_id', '=', hostId);

export type AddresseeRow = Awaited<ReturnType<typeof listAddressees>>[number];

/** A run's next families, by id: those added before it was due. */
export const listAddressees = listPrepared(
  (db, hostId: string, after: string, dueAt: string, limit: number) =>
    addressees(db, hostId)
      .where('families.id', '>', after)
      .where('families.created_at', '<=', dueAt)
      .orderBy('families.id')
      .limit(limit),
);

export const listAddresseesOf = (db: Db, hostId: string, residentId: string) =>
  addressees(db, hostId).where('residents.id', '=', residentId).orderBy('families.id').execute();

/** Those of the addresses that several families have. */
export const listSharedEmails = listPreparedFor((db, emails, hostId: string) =>
  db
    .selectFrom('families')
    .select('email')
    .where('host_id', '=', hostId)
    .where('email', 'in', orNone(emails))
    .groupBy('email')
    .having(({ fn }) => fn.countAll(), '>', sql.lit(1)),
);

/** Families by mail to these addresses, of those added before then. */
export const listAddresseesByEmail = listPreparedFor((db, emails, hostId: string, dueAt: string) =>
  addressees(db, hostId)
    .where('families.email', 'in', orNone(emails))
    .where((eb) =>
      eb.or([
        eb(familyWay(eb), '=', sql.lit('email' as const)),
        eb.and([
          eb('families.by_line', '=', sql.lit(1 as const)),
          eb('families.also_by_mail', '=', sql.lit(1 as const)),
        ]),
      ]),
    )
    .where('families.created_at', '<=', dueAt)
    .orderBy('families.id'),
);

export const listAddresseesById = (db: Db, hostId: string, ids: readonly string[]) =>
  addressees(db, hostId).where('families.id', 'in', orNone(ids)).execute();
