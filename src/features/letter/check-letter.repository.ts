import type { Db } from '#server/database.ts';

/** Tokens of families of the residents with the newest photos. */
export const listNewestReaders = (db: Db, limit: number) =>
  db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.token as familyToken', 'residents.token as residentToken'])
    .where('residents.left_on', 'is', null)
    .where('residents.died_on', 'is', null)
    .orderBy(
      (eb) =>
        eb
          .selectFrom('items')
          .select(({ fn }) => fn.max('items.taken_on').as('newest'))
          .whereRef('items.host_id', '=', 'residents.host_id')
          .whereRef('items.resident_id', '=', 'residents.id')
          .where('items.deleted_at', 'is', null),
      'desc',
    )
    .orderBy('families.id')
    .limit(limit)
    .execute();
