import type { Db } from '#server/database.ts';

/** What keeps a resident from being deleted. */
export async function countTraces(db: Db, hostId: string, residentId: string) {
  const families = db
    .selectFrom('families')
    .select('families.id')
    .where('families.host_id', '=', hostId)
    .where('families.resident_id', '=', residentId);
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('items')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('items.host_id', '=', hostId)
        .where('items.resident_id', '=', residentId)
        .as('photos'),
      eb
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('deliveries.host_id', '=', hostId)
        .where('deliveries.family_id', 'in', families)
        .as('deliveries'),
      eb
        .selectFrom('handovers')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('handovers.host_id', '=', hostId)
        .where('handovers.family_id', 'in', families)
        .as('handovers'),
      eb
        .selectFrom('letter_reads')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('letter_reads.host_id', '=', hostId)
        .where('letter_reads.family_id', 'in', families)
        .as('reads'),
      eb
        .selectFrom('answers')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('answers.host_id', '=', hostId)
        .where('answers.resident_id', '=', residentId)
        .as('answers'),
      families
        .clearSelect()
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('families'),
    ])
    .executeTakeFirstOrThrow();
}

export const deleteResidentRow = (db: Db, hostId: string, id: string) =>
  db.deleteFrom('residents').where('host_id', '=', hostId).where('id', '=', id).execute();
