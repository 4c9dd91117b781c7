import { authenticate } from '#features/session/session.service.ts';
import type { Client } from '#features/session/session.service.ts';
import type { Actor } from '#features/session/session.ts';
import { makeDevice } from '#features/shared-device/device-admin.service.ts';
import { keyedPin } from '#features/shared-device/pin-secret.server.ts';
import { signInByPin } from '#features/shared-device/pin-sign-in.service.ts';
import { upsertPin } from '#features/shared-device/pin.repository.ts';
import { hashPassword } from '#features/session/password.server.ts';
import type { Runtime } from '#server/runtime.ts';
import { CLIENT } from './cast.ts';
import { PASSWORD } from './factories.ts';

export const PIN = '482913';
export const WRONG_PIN = '571806';
export const DEVICE_NAME = '2階のスマホ';

interface SharedPhone {
  id: string;
  token: string;
  client: Client;
}

/** An admin makes a browser a shared device. */
export async function sharePhone(
  rt: Runtime,
  admin: Actor,
  staffIds: string[] | null = null,
): Promise<SharedPhone> {
  const input = { name: DEVICE_NAME, staffIds, currentPassword: PASSWORD };
  const { device, token } = await makeDevice(rt, admin, input, CLIENT);
  return { id: device.id, token, client: { ...CLIENT, sharedDevice: token } };
}

/** As chosen on the device. */
export async function givePin(
  rt: Pick<Runtime, 'db' | 'clock' | 'secrets'>,
  { id, host_id }: { id: string; host_id: string },
  pin = PIN,
): Promise<void> {
  const hash = await hashPassword({ key: 'test' }, keyedPin(rt.secrets, id, pin));
  const created_at = rt.clock.now().toISOString();
  await upsertPin(rt.db, {
    staff_id: id,
    ...{ host_id, hash, created_at, is_first: 0, expires_at: null },
  });
}

export async function pickName(
  rt: Runtime,
  { client }: SharedPhone,
  { id }: { id: string },
  pin = PIN,
): Promise<Actor> {
  const tokens = await signInByPin(rt, { staffId: id, pin }, client);
  const actor = await authenticate(rt, tokens.access_token);
  if (!actor) throw new Error('the session is not valid');
  return actor;
}
