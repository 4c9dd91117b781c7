import type { Insertable, Updateable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { orMissing } from '#lib/errors.ts';
import type { Plan } from '#lib/operator-facts.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { isOnTrial, sendsUntil } from './host.ts';
import { planOf, roomOf } from './plans.ts';

export const readHostName = async (db: Db, id: string): Promise<string> =>
  (await findHost(db, id))?.name ?? '';

/** @returns true for a host that no longer exists */
export async function readIsOnTrial(db: Db, id: string): Promise<boolean> {
  const row = await findHost(db, id);
  return !row || isOnTrial(row);
}

/** undefined without a plan and its limits. */
export const readPlan = async (
  { db, env }: Pick<Runtime, 'db' | 'env'>,
  id: string,
): Promise<Plan | undefined> => planOf(env.operator.plans, (await findHost(db, id))?.plan ?? null);

/** Until when a host may send letters; null for no limit, or a removed host. */
export async function readSendsUntil(db: Db, id: string): Promise<string | null> {
  const row = await findHost(db, id);
  return row ? sendsUntil(row) : null;
}

export interface HostRoom {
  storedBytes: number;
  isOnTrial: boolean;
  limit: ReturnType<typeof roomOf>;
}

/** @throws AppError 404 for a host that no longer exists */
export async function readHostRoom(
  { db, env }: Pick<Runtime, 'db' | 'env'>,
  id: string,
): Promise<HostRoom> {
  const row = orMissing(await findHost(db, id));
  const onTrial = isOnTrial(row);
  return {
    storedBytes: row.stored_bytes,
    isOnTrial: onTrial,
    limit: roomOf(planOf(env.operator.plans, row.plan), onTrial),
  };
}

export async function readHostContact(
  db: Db,
  id: string,
): Promise<{ name: string; phone: string; isOnTrial: boolean }> {
  const row = await findHost(db, id);
  return { name: row?.name ?? '', phone: row?.phone ?? '', isOnTrial: !row || isOnTrial(row) };
}

export type HostSender = Pick<
  HostRow,
  'name' | 'phone' | 'postcode' | 'pref' | 'city' | 'town' | 'street'
>;

export async function readHostSender(db: Db, id: string): Promise<HostSender> {
  const row = await findHost(db, id);
  const { name = '', phone = '', postcode = '', pref = '', city = '' } = row ?? {};
  return { name, phone, postcode, pref, city, town: row?.town ?? '', street: row?.street ?? '' };
}

export const findHost = (db: Db, id: string) =>
  db
    .selectFrom('hosts')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'hosts.id')
    .selectAll('hosts')
    .select('facility_endings.ends_on')
    .where('hosts.id', '=', id)
    .executeTakeFirst();

export type HostRow = NonNullable<Awaited<ReturnType<typeof findHost>>>;

export const insertHost = (db: Db, row: Insertable<Database['hosts']>) =>
  db.insertInto('hosts').values(row).execute();

export const insertDeliverySettings = (db: Db, hostId: string, senderName: string) =>
  db.insertInto('delivery_settings').values({ host_id: hostId, sender_name: senderName }).execute();

/** One trial per host: only one that has not started. */
export const updateNewHost = (db: Db, id: string, set: Updateable<Database['hosts']>) =>
  db
    .updateTable('hosts')
    .set(set)
    .where((eb) => eb.and({ id, activated_at: null }))
    .returningAll()
    .executeTakeFirst();

export const updateHostRow = (db: Db, id: string, set: Updateable<Database['hosts']>) =>
  db.updateTable('hosts').set(set).where('id', '=', id).execute();

/** Only where it is the facility's old name, not a custom one. */
export const renameSender = (db: Db, hostId: string, from: string, to: string) =>
  db
    .updateTable('delivery_settings')
    .set({ sender_name: to })
    .where((eb) => eb.and({ host_id: hostId, sender_name: from }))
    .execute();

/** Only the first time counts. */
export const updateTrialHost = (db: Db, id: string, set: Updateable<Database['hosts']>) =>
  db
    .updateTable('hosts')
    .set(set)
    .where('id', '=', id)
    .where('trial_ends_at', 'is not', null)
    .where('continued_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
