import { findEnding } from '#domains/facility/ending/set-ending.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { knows } from './telling.ts';
import { listTellings } from './telling-rows.ts';

export interface Untold {
  familyId: string;
  familyName: string;
  residentName: string;
}

/** Families of a facility that ends who have not been told of it: while there is one, nothing is deleted. */
export async function listUntold({ db }: Pick<Runtime, 'db'>, hostId: string): Promise<Untold[]> {
  const ending = await findEnding(db, hostId);
  if (!ending) return [];
  const rows = Map.groupBy(await listTellings(db, hostId), ({ familyId }) => familyId);
  const families = await listNames(db, hostId);
  return families.filter(({ familyId }) => !knows(rows.get(familyId) ?? [], ending.ends_on));
}

const listNames = (db: Db, hostId: string): Promise<Untold[]> =>
  db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.id as familyId', 'families.name as familyName'])
    .select('residents.name as residentName')
    .where('families.host_id', '=', hostId)
    .orderBy('families.id')
    .execute();
