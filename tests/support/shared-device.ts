import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { shareBrowser } from '#domains/account/shared-device/manage-devices.ts';
import { keyedPin, upsertPin } from '#domains/account/shared-device/manage-pins.ts';
import { signInByPin } from '#domains/account/shared-device/sign-in-by-pin.ts';
import type { Client } from '#domains/account/session/session.ts';
import { REMEMBERED_COOKIE, SHARED_DEVICE_COOKIE } from '#domains/account/session/session.ts';
import type { Runtime } from '#server/runtime.ts';
import { browser } from './browser.ts';
import { CLIENT } from './cast.ts';
import { PASSWORD, hashOf } from './factories.ts';
import type { NewDeviceInput, SharedDevice } from '#domains/account/shared-device/shared-device.ts';

export const PIN = '482913';
export const WRONG_PIN = '571806';
export const DEVICE_NAME = '2階のスマホ';

interface SharedPhone {
  id: string;
  token: string;
  client: Client;
}

/** @param client the browser, by what it has kept */
export async function makeDevice(
  rt: Runtime,
  admin: Actor,
  input: NewDeviceInput,
  { sharedDevice, remembered }: Partial<Client> = {},
): Promise<{ device: SharedDevice; token: string }> {
  const context = browser({
    [SHARED_DEVICE_COOKIE]: sharedDevice ?? undefined,
    [REMEMBERED_COOKIE]: remembered ?? undefined,
  });
  const device = await shareBrowser(rt, context, admin, input);
  return { device, token: context.kept.get(SHARED_DEVICE_COOKIE) ?? '' };
}

/** An admin makes a browser a shared device. */
export async function sharePhone(
  rt: Runtime,
  admin: Actor,
  staffIds: string[] | null = null,
): Promise<SharedPhone> {
  const input = { name: DEVICE_NAME, staffIds, currentPassword: PASSWORD };
  const { device, token } = await makeDevice(rt, admin, input);
  return { id: device.id, token, client: { ...CLIENT, sharedDevice: token } };
}

/** As chosen on the device. */
export async function givePin(
  rt: Pick<Runtime, 'db' | 'clock' | 'secrets'>,
  { id, host_id }: { id: string; host_id: string },
  pin = PIN,
): Promise<void> {
  const hash = await hashOf(keyedPin(rt.secrets, id, pin));
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
