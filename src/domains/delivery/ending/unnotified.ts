import { READ_DAYS, phaseOf } from '#domains/facility/ending/ending.ts';
import { findEnding } from '#domains/facility/ending/set-ending.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { isNotified } from './telling.ts';
import { listTellings } from './telling-rows.ts';

export type Unnotified = Awaited<ReturnType<typeof listNames>>[number];

/** Families that have not been told of the ending: while there is one, nothing is deleted. */
export async function listUnnotified(
  { db }: Pick<Runtime, 'db'>,
  hostId: string,
): Promise<Unnotified[]> {
  const ending = await findEnding(db, hostId);
  if (!ending) return [];
  const rows = Map.groupBy(await listTellings(db, hostId), ({ familyId }) => familyId);
  const families = await listNames(db, hostId);
  return families.filter(({ familyId }) => !isNotified(rows.get(familyId) ?? [], ending.ends_on));
}

/** In words: why a facility is there although its days are over. */
export const waitsFor = (count: number): string =>
  `ご家族が読める${READ_DAYS}日は過ぎましたが、お知らせが済んでいないご家族が${count}件あるので、削除を待っています。`;

/** Facilities whose days are over, with how many unnotified families they wait for. */
export async function listDelayedDeletions({
  db,
  clock,
}: Pick<Runtime, 'db' | 'clock'>): Promise<{ name: string; count: number }[]> {
  const ended = await db
    .selectFrom('facility_endings')
    .innerJoin('hosts', 'hosts.id', 'facility_endings.host_id')
    .select(['hosts.id', 'hosts.name', 'facility_endings.ends_on'])
    .orderBy('hosts.name')
    .execute();
  const waiting: { name: string; count: number }[] = [];
  for (const { id, name, ends_on } of ended) {
    if (phaseOf(ends_on, clock.now()) !== 'due') continue;
    const { length: count } = await listUnnotified({ db }, id);
    if (count > 0) waiting.push({ name, count });
  }
  return waiting;
}

const listNames = (db: Db, hostId: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.id as familyId', 'families.name as familyName'])
    .select('residents.name as residentName')
    .where('families.host_id', '=', hostId)
    .orderBy('families.id')
    .execute();
