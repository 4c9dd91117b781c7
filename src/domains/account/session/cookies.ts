import type { APIContext, AstroCookieSetOptions, AstroCookies } from 'astro';
import { REMEMBERED_DAYS } from '#domains/account/second-step/second-step.ts';
import { DAY_MS } from '#lib/durations.ts';
import type { Actor, TokenPair } from './session.ts';
import {
  ACCESS_COOKIE,
  ADMINS_ONLY_COOKIE,
  BEARER,
  COOKIE_EXPIRES_DAYS,
  COOKIE_MAX_AGE_SECONDS,
  DEVICE_COOKIE,
  REFRESH_COOKIE,
  REMEMBERED_COOKIE,
  SHARED_DEVICE_COOKIE,
} from './session.ts';

const DEVICE_SECONDS = 400 * 24 * 60 * 60;

const base: AstroCookieSetOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' };

export type SignedOut = Pick<APIContext, 'cookies' | 'locals'>;

/** Both tokens with their lifetimes (domain.md#signing-in). */
export function setTokenCookies(cookies: AstroCookies, tokens: TokenPair, now: Date): void {
  const options = {
    ...base,
    maxAge: COOKIE_MAX_AGE_SECONDS,
    expires: new Date(now.getTime() + COOKIE_EXPIRES_DAYS * DAY_MS),
  };
  cookies.set(ACCESS_COOKIE, `${BEARER}${tokens.access_token}`, options);
  cookies.set(REFRESH_COOKIE, `${BEARER}${tokens.refresh_token}`, options);
}

/** The browser's cached photos go as well, with the answer. */
export function clearTokenCookies({ cookies, locals }: SignedOut): void {
  locals.hasSignedOut = true;
  cookies.delete(ACCESS_COOKIE, base);
  cookies.delete(REFRESH_COOKIE, base);
}

/** For as long as browsers keep cookies. */
export const setDeviceCookie = (cookies: AstroCookies, device: string): void =>
  cookies.set(DEVICE_COOKIE, device, { ...base, maxAge: DEVICE_SECONDS });

/** As long as its row. */
export const setRememberedCookie = (cookies: AstroCookies, token: string): void =>
  cookies.set(REMEMBERED_COOKIE, token, { ...base, maxAge: (REMEMBERED_DAYS * DAY_MS) / 1000 });

/** @param seconds as long as the device's row */
export const setSharedDeviceCookie = (
  cookies: AstroCookies,
  token: string,
  seconds: number,
): void => cookies.set(SHARED_DEVICE_COOKIE, token, { ...base, maxAge: seconds });

export const clearSharedDeviceCookie = (cookies: AstroCookies): void =>
  cookies.delete(SHARED_DEVICE_COOKIE, base);

export const withoutBearer = (value: string | null | undefined): string | null =>
  value?.slice(0, BEARER.length).toLowerCase() === BEARER.toLowerCase()
    ? value.slice(BEARER.length)
    : null;

type Context = Pick<APIContext, 'cookies'>;

const LIFETIME_SECONDS = 60;

/** Remembers for the photo page that general staff asked for an admin page. */
export const noteAdminsOnly = ({ cookies }: Context): void =>
  cookies.set(ADMINS_ONLY_COOKIE, '1', {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: LIFETIME_SECONDS,
  });

/** Whether the photo page has to say so; true once. */
export function takeAdminsOnly({ cookies }: Context, { isAdmin }: Actor): boolean {
  if (!cookies.has(ADMINS_ONLY_COOKIE)) return false;
  cookies.delete(ADMINS_ONLY_COOKIE, { path: '/' });
  return !isAdmin;
}
