import { placeOfHost, withPasswords } from '#domains/account/password/password.ts';
import { requireCurrentPassword } from '#domains/account/password/reset-password.ts';
import type { ClientContext } from '#domains/account/session/client-of.ts';
import { clientOf } from '#domains/account/session/client-of.ts';
import { endRememberedHere } from '#domains/account/second-step/remembered.ts';
import {
  clearRememberedCookie,
  clearSharedDeviceCookie,
  setSharedDeviceCookie,
  setTokenCookies,
} from '#domains/account/session/session-cookies.ts';
import { updateSessionDevice } from '#domains/account/session/session-rows.ts';
import type { Actor, Client, TokenPair } from '#domains/account/session/session.ts';
import { SHARED_DEVICE_COOKIE } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { DAY_MS } from '#lib/durations.ts';
import { conflict, invalid, notFound, orMissing } from '#lib/errors.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import { Token, readCookie } from '#server/cookies.ts';
import type { Db } from '#server/database.ts';
import { clearTries, isLimited } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, newId, randomToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import {
  deleteDevice,
  deleteDevicesExpired,
  findSharedDevice,
  insertDevice,
  listChosenPeople,
  listDevices,
  listStaffIds,
  replacePeople,
  updateDevice,
} from './device-rows.ts';
import { WRONG_PINS } from './pin.ts';
import { deletePinTriesOn, listLocked } from './manage-pins.ts';
import type {
  ChangeDeviceInput,
  NewDeviceInput,
  Picker,
  PinLoginInput,
  SharedDevice,
} from './shared-device.ts';
import { DEVICE_DAYS, DEVICE_SECONDS, MOST_DEVICES } from './shared-device.ts';
import { readPicker, signInByPin } from './sign-in-by-pin.ts';

export async function readDevices(rt: Runtime, { host }: Actor): Promise<SharedDevice[]> {
  const now = rt.clock.now();
  const rows = await listDevices(rt.db, host.id, now.toISOString());
  const chosen = await listChosenPeople(rt.db, host.id);
  const locked = await listLocked(rt.db, host.id, WRONG_PINS);
  const of = (id: string, people: typeof chosen) =>
    people.filter((row) => row.device_id === id).map((row) => ({ id: row.id, name: row.name }));
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      people: isOn(row.is_for_all) ? null : of(row.id, chosen),
      locked: of(row.id, locked),
      isPaused: await isLimited(rt.db, 'pinsByDevice', row.id, now),
      madeBy: row.made_by_name,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
    })),
  );
}

/** The device of this browser, if it is the facility's. */
export async function readThisDevice(
  rt: Runtime,
  { host }: Actor,
  token: string | null,
): Promise<string | null> {
  const device = await findSharedDevice(rt.db, token, rt.clock.now());
  return device?.host_id === host.id ? device.id : null;
}

/**
 * Makes the browser of this request a shared device, which outlives the session: so the password is
 * asked for (P29). The session gets the limits of the device.
 * @returns the device, and the token for its cookie
 * @throws AppError 409, 422, 429, 503
 */
async function makeDevice(
  rt: Runtime,
  actor: Actor,
  { name, staffIds, currentPassword }: NewDeviceInput,
  client: Client,
): Promise<{ device: SharedDevice; token: string }> {
  const stillCurrent = await withPasswords(placeOfHost(actor.host.id), (passwords) =>
    requireCurrentPassword(rt, passwords, actor, currentPassword),
  );
  const token = `${randomToken()}${randomToken()}`;
  const id = newId();
  await inTransaction(rt, async (tx) => {
    await stillCurrent(tx.db);
    await requireRoom(tx, actor, client);
    const now = tx.clock.now();
    await insertDevice(tx.db, {
      id,
      host_id: actor.host.id,
      name,
      token_hash: hashToken(token),
      is_for_all: toFlag(staffIds === null),
      made_by: actor.id,
      last_used_at: now.toISOString(),
      expires_at: new Date(now.getTime() + DEVICE_DAYS * DAY_MS).toISOString(),
      created_at: now.toISOString(),
    });
    await choosePeople(tx.db, { hostId: actor.host.id, deviceId: id }, staffIds);
    await updateSessionDevice(tx.db, actor.sessionId, id, now.toISOString());
    // What one person may skip, everybody with this device could.
    await endRememberedHere(tx.db, client);
    await noteAct(tx, actor, { action: 'device.made', target: id, detail: name });
  });
  return { device: await readDevice(rt, actor, id), token };
}

async function requireRoom(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  { host }: Actor,
  { sharedDevice }: Client,
): Promise<void> {
  const now = clock.now();
  await deleteDevicesExpired(db, host.id, now.toISOString());
  if ((await findSharedDevice(db, sharedDevice, now))?.host_id === host.id) {
    throw conflict('この端末は、すでに共用になっています。下の一覧で変えられます。');
  }
  if ((await listDevices(db, host.id, now.toISOString())).length >= MOST_DEVICES) {
    throw conflict(
      `共用の端末は${MOST_DEVICES}台までです。使っていない端末の共用をやめてください。`,
    );
  }
}

/** Changes the given fields. @throws AppError 404, 422 */
export async function changeDevice(
  rt: Runtime,
  actor: Actor,
  id: string,
  { name, staffIds }: ChangeDeviceInput,
): Promise<SharedDevice> {
  await inTransaction(rt, async (tx) => {
    const { id: hostId } = actor.host;
    const device = orMissing(
      await updateDevice(tx.db, hostId, id, {
        host_id: hostId,
        ...(name !== undefined && { name }),
        ...(staffIds !== undefined && { is_for_all: toFlag(staffIds === null) }),
      }),
    );
    if (staffIds !== undefined) await choosePeople(tx.db, { hostId, deviceId: id }, staffIds);
    await noteAct(tx, actor, { action: 'device.changed', target: id, detail: device.name });
  });
  return readDevice(rt, actor, id);
}

async function choosePeople(
  tx: Db,
  where: { hostId: string; deviceId: string },
  staffIds: string[] | null,
): Promise<void> {
  const known = await listStaffIds(tx, where.hostId);
  const chosen = [...new Set(staffIds ?? [])];
  if (chosen.some((id) => !known.has(id))) {
    const text = '選んだ方が見つかりません。もう一度選んでください。';
    throw invalid(text, { staffIds: [text] });
  }
  await replacePeople(tx, where, chosen);
}

async function readDevice(rt: Runtime, actor: Actor, id: string): Promise<SharedDevice> {
  const device = (await readDevices(rt, actor)).find((one) => one.id === id);
  if (!device) throw notFound();
  return device;
}

/** From anywhere; ends its sessions with the same commit. @throws AppError 404 */
export const endDevice = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const ended = orMissing(await deleteDevice(tx.db, actor.host.id, id));
    await noteAct(tx, actor, { action: 'device.ended', target: id, detail: ended.name });
  });

/** Every name on the device may try again. @throws AppError 404 */
export const unlockDevice = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const device = orMissing(
      await updateDevice(tx.db, actor.host.id, id, { host_id: actor.host.id }),
    );
    await deletePinTriesOn(tx.db, id);
    await clearTries(tx.db, 'pinsByDevice', id);
    await noteAct(tx, actor, { action: 'device.unlocked', target: id, detail: device.name });
  });

/** Makes this browser a shared device, by a cookie. @throws AppError as `makeDevice` */
export async function shareBrowser(
  rt: Runtime,
  context: ClientContext,
  actor: Actor,
  input: NewDeviceInput,
): Promise<SharedDevice> {
  const { device, token } = await makeDevice(rt, actor, input, clientOf(context));
  setSharedDeviceCookie(context, token, DEVICE_SECONDS);
  clearRememberedCookie(context);
  return device;
}

/** Signs in, and keeps the tokens in this browser. @throws AppError as `signInByPin` */
export async function pickName(
  rt: Runtime,
  context: ClientContext,
  input: PinLoginInput,
): Promise<TokenPair> {
  const tokens = await signInByPin(rt, input, clientOf(context));
  setTokenCookies(context, tokens, rt.clock.now());
  return tokens;
}

/** The names of this browser; null, and no cookie any more, unless it is a shared device. */
export async function pickerOf(rt: Runtime, context: ClientContext): Promise<Picker | null> {
  const token = readCookie(context, SHARED_DEVICE_COOKIE, Token);
  if (token === null) return null;
  if (await findSharedDevice(rt.db, token, rt.clock.now())) return readPicker(rt, token);
  clearSharedDeviceCookie(context);
  return null;
}
