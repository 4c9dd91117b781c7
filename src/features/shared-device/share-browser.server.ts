import type { APIContext } from 'astro';
import type { Runtime } from '#server/runtime.ts';
import { clientOf } from '#features/session/client.server.ts';
import {
  clearSharedDeviceCookie,
  setSharedDeviceCookie,
  setTokenCookies,
} from '#features/session/session-cookies.ts';
import type { Actor, TokenPair } from '#features/session/session.ts';
import { SHARED_DEVICE_COOKIE } from '#features/session/session.ts';
import { makeDevice } from './device-admin.service.ts';
import { findSharedDevice } from './device-token.service.ts';
import { readPicker } from './picker.service.ts';
import { signInByPin } from './pin-sign-in.service.ts';
import type { NewDeviceInput, Picker, PinLoginInput, SharedDevice } from './shared-device.ts';
import { DEVICE_SECONDS } from './shared-device.ts';

type Context = Pick<APIContext, 'cookies' | 'request'>;

/** Makes this browser a shared device, by a cookie. @throws AppError as `makeDevice` */
export async function shareBrowser(
  rt: Runtime,
  context: Context,
  actor: Actor,
  input: NewDeviceInput,
): Promise<SharedDevice> {
  const { device, token } = await makeDevice(rt, actor, input, clientOf(context));
  setSharedDeviceCookie(context.cookies, token, DEVICE_SECONDS);
  return device;
}

/** Signs in, and keeps the tokens in this browser. @throws AppError as `signInByPin` */
export async function pickName(
  rt: Runtime,
  context: Context,
  input: PinLoginInput,
): Promise<TokenPair> {
  const tokens = await signInByPin(rt, input, clientOf(context));
  setTokenCookies(context.cookies, tokens, rt.clock.now());
  return tokens;
}

/** The names of this browser; null, and no cookie any more, unless it is a shared device. */
export async function pickerOf(rt: Runtime, context: Context): Promise<Picker | null> {
  const { cookies } = context;
  const token = cookies.get(SHARED_DEVICE_COOKIE)?.value;
  if (token === undefined) return null;
  if (await findSharedDevice(rt.db, token, rt.clock.now())) return readPicker(rt, token);
  clearSharedDeviceCookie(cookies);
  return null;
}
