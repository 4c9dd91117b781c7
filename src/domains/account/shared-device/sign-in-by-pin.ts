import type { Passwords } from '#domains/account/password/password.ts';
import { withPasswords } from '#domains/account/password/password.ts';
import type { Client, TokenPair } from '#domains/account/session/session.ts';
import { startSession } from '#domains/account/session/session-lifecycle.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { AppError, invalid } from '#lib/errors.ts';
import { formatWait } from '#lib/format-ja.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { returnTry, takeTry, waitOf } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { DeviceRow } from './device-rows.ts';
import { findSharedDevice } from './device-rows.ts';
import { WRONG_PINS } from './pin.ts';
import type { AllowedRow } from './manage-pins.ts';
import {
  countPinTry,
  deletePinTry,
  findAllowed,
  keyedPin,
  listAllowed,
  upsertPin,
} from './manage-pins.ts';
import type { Picker, PinLoginInput } from './shared-device.ts';

interface Proven {
  device: DeviceRow;
  staffId: string;
  hash: string;
  newHash: string | null;
}

/**
 * Signs in with a name and a PIN, on a shared device only (domain.md#shared-devices). Unknown names
 * and people without a PIN answer like a wrong PIN, at the same cost.
 * @throws AppError 401, 422, 429; 503 if too many wait
 */
export async function signInByPin(
  rt: Runtime,
  input: PinLoginInput,
  client: Client,
): Promise<TokenPair> {
  const device = await requireSharedDevice(rt, client.sharedDevice);
  const place = { key: `shared device ${device.id}`, isUrgent: true };
  const proven = await withPasswords(place, (passwords) => provePin(rt, passwords, device, input));
  return startSession(rt, proven.staffId, device.host_id, client, {
    way: 'pin',
    stillProved: (tx) => settle(tx, proven, client),
  });
}

/** Counts the attempt before it verifies, since concurrent ones could exceed the limit. */
async function provePin(
  rt: Runtime,
  { hash, verify }: Passwords,
  device: DeviceRow,
  { staffId, pin, newPin }: PinLoginInput,
): Promise<Proven> {
  await takeTry(rt.db, 'pinsByDevice', device.id, rt.clock.now()).catch(paused);
  const count = await countPinTry(rt.db, device.id, staffId);
  if (count > WRONG_PINS) {
    await returnTry(rt.db, 'pinsByDevice', device.id);
    throw locked();
  }
  const row = await findAllowed(rt.db, device, staffId);
  const usable = row && hasPin(row, rt.clock.now()) ? row.hash : null;
  const isRight = await verify(usable, keyedPin(rt.secrets, staffId, pin));
  if (!isRight || usable === null) {
    await noteWrong(rt, device, row?.id, count);
    throw count < WRONG_PINS ? wrong() : locked();
  }
  await returnTry(rt.db, 'pinsByDevice', device.id);
  const needsNew = isOn(row?.is_first) || newPin !== undefined;
  if (needsNew && (newPin === undefined || newPin === pin)) {
    await deletePinTry(rt.db, device.id, staffId);
    throw needsOwn();
  }
  const newHash = newPin === undefined ? null : await hash(keyedPin(rt.secrets, staffId, newPin));
  return { device, staffId, hash: usable, newHash };
}

/** Verification takes a while: device, person or PIN may have changed. @throws AppError 401 */
async function settle(
  tx: Pick<Runtime, 'db' | 'clock'>,
  { device, staffId, hash, newHash }: Proven,
  client: Client,
): Promise<void> {
  const now = tx.clock.now();
  const current = await findSharedDevice(tx.db, client.sharedDevice, now);
  if (current?.id !== device.id) throw notShared();
  const row = await findAllowed(tx.db, current, staffId);
  if (!row || !hasPin(row, now) || row.hash !== hash) throw wrong();
  await deletePinTry(tx.db, device.id, staffId);
  if (newHash !== null) await choosePin(tx, { staffId, hostId: device.host_id }, newHash);
}

async function choosePin(
  tx: Pick<Runtime, 'db' | 'clock'>,
  { staffId, hostId }: { staffId: string; hostId: string },
  hash: string,
): Promise<void> {
  const created_at = tx.clock.now().toISOString();
  const row = { staff_id: staffId, host_id: hostId, hash, created_at };
  await upsertPin(tx.db, { ...row, is_first: 0, expires_at: null });
  await noteEvent(tx, { action: 'staff.pin_chosen', hostId, staffId });
}

/** Never the PIN. @param target undefined for a name that the device does not show */
async function noteWrong(
  rt: { db: Db } & Pick<Runtime, 'clock'>,
  { host_id: hostId, name: detail }: DeviceRow,
  target: string | undefined,
  count: number,
): Promise<void> {
  await noteEvent(rt, { action: 'session.pin_refused', hostId, target, detail });
  if (count === WRONG_PINS) {
    await noteEvent(rt, { action: 'session.pin_locked', hostId, target, detail });
  }
}

const wrong = (): AppError =>
  new AppError(
    401,
    `暗証番号が違います。続けて${WRONG_PINS}回間違えると、この端末ではお名前が使えなくなります。`,
  );

/** Waiting does not help, so there is no Retry-After. */
const locked = (): AppError =>
  new AppError(
    429,
    `暗証番号を${WRONG_PINS}回間違えたため、この端末ではこのお名前を使えません。管理者に「ロックを解く」をお願いするか、パスワードのある方はパスワードでログインしてください。`,
  );

function paused(error: unknown): never {
  const retryAfter = waitOf(error);
  throw new AppError(
    429,
    `この端末で暗証番号の間違いが続いたため、お休みしています。管理者に「ロックを解く」をお願いするか、${formatWait(retryAfter)}ほど待ってから、もう一度お試しください。`,
    { retryAfter },
  );
}

const needsOwn = (): AppError => {
  const text = 'ご自分の暗証番号を、今のものとは別に決めてください。';
  return invalid(text, { newPin: [text] });
};

const notShared = (): AppError =>
  new AppError(
    401,
    'この端末は、今は共用になっていません。メールアドレスとパスワードでログインしてください。',
  );

/** @throws AppError 401 */
async function requireSharedDevice(
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
  return isOn(row.is_first) ? 'first' : 'ready';
}

/** A first PIN expires. */
const hasPin = ({ hash, expires_at }: AllowedRow, now: Date): boolean =>
  hash !== null && (expires_at === null || Date.parse(expires_at) > now.getTime());
