import { AppError } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { findSharedDevice } from './device-token.service.ts';
import type { AllowedRow } from './pin.repository.ts';
import { listAllowed } from './pin.repository.ts';
import { WRONG_PINS } from './pin.ts';
import type { DeviceRow } from './shared-device.repository.ts';
import type { Picker } from './shared-device.ts';

export const notShared = (): AppError =>
  new AppError(
    401,
    'この端末は、いまは共用になっていません。メールアドレスとパスワードでログインしてください。',
  );

/** @throws AppError 401 */
export async function requireSharedDevice(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  token: string | null | undefined,
): Promise<DeviceRow> {
  const device = await findSharedDevice(db, token, clock.now());
  if (!device) throw notShared();
  return device;
}

/** Whose names a shared device shows (domain.md#shared-devices). @throws AppError 401 */
export async function readPicker(
  rt: Pick<Runtime, 'db' | 'clock'>,
  token: string | null,
): Promise<Picker> {
  const device = await requireSharedDevice(rt, token);
  const rows = await listAllowed(rt.db, device);
  const now = rt.clock.now();
  return {
    name: device.name,
    hostName: device.host_name,
    people: rows.map((row) => ({ id: row.id, name: row.name, state: stateOf(row, now) })),
  };
}

function stateOf(row: AllowedRow, now: Date): Picker['people'][number]['state'] {
  if (!hasPin(row, now)) return 'none';
  if ((row.count ?? 0) >= WRONG_PINS) return 'locked';
  return row.is_first === 1 ? 'first' : 'ready';
}

/** A first PIN expires. */
export const hasPin = ({ hash, expires_at }: AllowedRow, now: Date): boolean =>
  hash !== null && (expires_at === null || Date.parse(expires_at) > now.getTime());
