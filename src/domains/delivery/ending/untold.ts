import type { Runtime } from '#server/runtime.ts';

export interface Untold {
  familyId: string;
  familyName: string;
  residentName: string;
}

/**
 * Families of a facility that ends who have not been told of it, or not in time: while there is one,
 * nothing is deleted.
 */
export const listUntold = ({ db }: Pick<Runtime, 'db'>, hostId: string): Promise<Untold[]> =>
  db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.id as familyId', 'families.name as familyName'])
    .select('residents.name as residentName')
    .where('families.host_id', '=', hostId)
    .orderBy('families.id')
    .execute();
