import { READ_DAYS, phaseOf } from '#domains/facility/ending/ending.ts';
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

/** In words: why a facility is there although its days are over. */
export const waitsFor = (count: number): string =>
  `ご家族が読める${READ_DAYS}日は過ぎましたが、お知らせが済んでいないご家族が${count}件あるので、削除を待っています。`;

/** Facilities whose days are over, with how many untold families they wait for. */
export async function listWaitingToBeTold({
  db,
  clock,
}: Pick<Runtime, 'db' | 'clock'>): Promise<{ name: string; count: number }[]> {
  const ended = (await listEnded(db)).filter(
    ({ ends_on }) => phaseOf(ends_on, clock.now()) === 'due',
  );
  const waiting: { name: string; count: number }[] = [];
  for (const { id, name } of ended) {
    const { length: count } = await listUntold({ db }, id);
    if (count > 0) waiting.push({ name, count });
  }
  return waiting;
}

const listEnded = (db: Db) =>
  db
    .selectFrom('facility_endings')
    .innerJoin('hosts', 'hosts.id', 'facility_endings.host_id')
    .select(['hosts.id', 'hosts.name', 'facility_endings.ends_on'])
    .orderBy('hosts.name')
    .execute();

const listNames = (db: Db, hostId: string): Promise<Untold[]> =>
  db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.id as familyId', 'families.name as familyName'])
    .select('residents.name as residentName')
    .where('families.host_id', '=', hostId)
    .orderBy('families.id')
    .execute();
