import type { Db } from '#server/database.ts';
import { hashToken } from '#server/secrets.ts';
import { deleteFirstPins, deletePinTriesOf } from './pin.repository.ts';
import type { DeviceRow } from './shared-device.repository.ts';
import { findDeviceByToken, updateDevice } from './shared-device.repository.ts';

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

/** A password proves more than a PIN: that name is no longer locked anywhere. */
export const unlockName = (db: Db, staffId: string) => deletePinTriesOf(db, staffId);

/** A former admin may know some. */
export const endFirstPins = (tx: Db, hostId: string) => deleteFirstPins(tx, hostId);
