import type { Insertable, Updateable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { hashToken } from '#server/secrets.ts';

const findDeviceByToken = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('shared_devices')
    .innerJoin('hosts', 'hosts.id', 'shared_devices.host_id')
    .select(['shared_devices.id', 'shared_devices.host_id', 'shared_devices.name'])
    .select(['shared_devices.is_for_all', 'hosts.name as host_name'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export type DeviceRow = NonNullable<Awaited<ReturnType<typeof findDeviceByToken>>>;

export const listDevices = (db: Db, hostId: string, now: string) =>
  db
    .selectFrom('shared_devices')
    .leftJoin('staffs', 'staffs.id', 'shared_devices.made_by')
    .selectAll('shared_devices')
    .select('staffs.name as made_by_name')
    .where('shared_devices.host_id', '=', hostId)
    .where('shared_devices.expires_at', '>', now)
    .orderBy('shared_devices.created_at')
    .orderBy('shared_devices.id')
    .execute();

export const listChosenPeople = (db: Db, hostId: string) =>
  db
    .selectFrom('shared_device_people as chosen')
    .innerJoin('staffs', 'staffs.id', 'chosen.staff_id')
    .select(['chosen.device_id', 'staffs.id', 'staffs.name'])
    .where('chosen.host_id', '=', hostId)
    .orderBy('staffs.name_kana')
    .execute();

export const insertDevice = (db: Db, row: Insertable<Database['shared_devices']>) =>
  db.insertInto('shared_devices').values(row).execute();

/** @returns the changed row, undefined if there is none */
export const updateDevice = (
  db: Db,
  hostId: string,
  id: string,
  set: Updateable<Database['shared_devices']>,
) =>
  db
    .updateTable('shared_devices')
    .set(set)
    .where((eb) => eb.and({ host_id: hostId, id }))
    .returning(['id', 'name'])
    .executeTakeFirst();

/** Its sessions too. */
export const deleteDevice = (db: Db, hostId: string, id: string) =>
  db
    .deleteFrom('shared_devices')
    .where((eb) => eb.and({ host_id: hostId, id }))
    .returning('name')
    .executeTakeFirst();

export const deleteDevicesExpired = (db: Db, hostId: string, now: string) =>
  db
    .deleteFrom('shared_devices')
    .where('host_id', '=', hostId)
    .where('expires_at', '<=', now)
    .execute();

/** Replaces who may use a device. */
export async function replacePeople(
  db: Db,
  { hostId, deviceId }: { hostId: string; deviceId: string },
  staffIds: readonly string[],
): Promise<void> {
  await db.deleteFrom('shared_device_people').where('device_id', '=', deviceId).execute();
  if (staffIds.length === 0) return;
  const rows = staffIds.map((id) => ({ host_id: hostId, device_id: deviceId, staff_id: id }));
  await db.insertInto('shared_device_people').values(rows).execute();
}

export const listStaffIds = async (db: Db, hostId: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('staffs')
    .select('id')
    .where('host_id', '=', hostId)
    .where('confirmed_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** The device whose cookie this is; null if unknown, ended or expired (domain.md#shared-devices). */
export async function findSharedDevice(
  db: Db,
  token: string | null | undefined,
  now: Date,
): Promise<DeviceRow | null> {
  if (!token) return null;
  return (await findDeviceByToken(db, hashToken(token), now.toISOString())) ?? null;
}

/** The device for a session of that facility, marked as used. */
export async function useSharedDevice(
  tx: Db,
  token: string | null | undefined,
  hostId: string,
  now: Date,
): Promise<DeviceRow | null> {
  const device = await findSharedDevice(tx, token, now);
  if (device?.host_id !== hostId) return null;
  await updateDevice(tx, hostId, device.id, { last_used_at: now.toISOString() });
  return device;
}
