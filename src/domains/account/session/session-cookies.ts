import type { APIContext, AstroCookies } from 'astro';
import { REMEMBERED_DAYS } from '#domains/account/second-step/second-step.ts';
import { DAY_MS } from '#lib/durations.ts';
import type { CookieContext } from '#server/cookies.ts';
import {
  Flag,
  Token,
  cookieOptions,
  dropCookie,
  keepCookie,
  readCookie,
  readNamed,
  written,
} from '#server/cookies.ts';
import type { Actor, TokenPair } from './session.ts';
import {
  ACCESS_COOKIE,
  ADMINS_ONLY_COOKIE,
  ADMINS_ONLY_MINUTES,
  BEARER,
  COOKIE_EXPIRES_DAYS,
  COOKIE_MAX_AGE_SECONDS,
  DEVICE_COOKIE,
  DEVICE_COOKIE_DAYS,
  FURIGANA_COOKIE,
  REFRESH_COOKIE,
  REMEMBERED_COOKIE,
  SHARED_DEVICE_COOKIE,
} from './session.ts';

const DEVICE_SECONDS = (DEVICE_COOKIE_DAYS * DAY_MS) / 1000;

export type SignedOut = Pick<APIContext, 'cookies' | 'locals' | 'url'>;

/** Both tokens with their lifetimes (domain.md#signing-in). */
export function setTokenCookies(context: CookieContext, tokens: TokenPair, now: Date): void {
  const { cookies } = context;
  const options = {
    ...cookieOptions(context),
    maxAge: COOKIE_MAX_AGE_SECONDS,
    expires: new Date(now.getTime() + COOKIE_EXPIRES_DAYS * DAY_MS),
  };
  cookies.set(ACCESS_COOKIE, `${BEARER}${tokens.access_token}`, options);
  cookies.set(REFRESH_COOKIE, `${BEARER}${tokens.refresh_token}`, options);
}

/** The browser's cached photos go as well, with the answer. */
export function clearTokenCookies(context: SignedOut): void {
  const { cookies, locals } = context;
  locals.hasSignedOut = true;
  cookies.delete(ACCESS_COOKIE, cookieOptions(context));
  cookies.delete(REFRESH_COOKIE, cookieOptions(context));
}

/** For as long as browsers keep cookies. */
export const setDeviceCookie = (context: CookieContext, device: string): void =>
  keepCookie(context, { name: DEVICE_COOKIE, value: device, seconds: DEVICE_SECONDS });

/** For everybody on this browser, also before signing in. */
export function setFuriganaCookie(context: CookieContext, isOn: boolean): void {
  if (isOn) keepCookie(context, { name: FURIGANA_COOKIE, value: '1', seconds: DEVICE_SECONDS });
  else dropCookie(context, FURIGANA_COOKIE);
}

/** As long as its row. */
export const setRememberedCookie = (context: CookieContext, token: string): void =>
  keepCookie(context, {
    ...{ name: REMEMBERED_COOKIE, value: token },
    seconds: (REMEMBERED_DAYS * DAY_MS) / 1000,
  });

export function clearRememberedCookie(context: CookieContext): void {
  if (readCookie(context, REMEMBERED_COOKIE, Token) !== null)
    dropCookie(context, REMEMBERED_COOKIE);
}

/** @param seconds as long as the device's row */
export const setSharedDeviceCookie = (
  context: CookieContext,
  token: string,
  seconds: number,
): void => keepCookie(context, { name: SHARED_DEVICE_COOKIE, value: token, seconds });

export const clearSharedDeviceCookie = (context: CookieContext): void =>
  dropCookie(context, SHARED_DEVICE_COOKIE);

/** As a cookie or header sends one; ours have 300 characters at most. */
const SentToken = written(500, /^[\w.~+/= -]+$/);

/** One of the two that the specification names, with its prefix. */
export const readTokenCookie = (
  cookies: AstroCookies,
  name: typeof ACCESS_COOKIE | typeof REFRESH_COOKIE,
): string | null => readNamed(cookies, name, SentToken);

export function withoutBearer(value: string | null | undefined): string | null {
  const sent = SentToken.safeParse(value).data;
  return sent?.slice(0, BEARER.length).toLowerCase() === BEARER.toLowerCase()
    ? sent.slice(BEARER.length)
    : null;
}

/** Remembers for the photo page that general staff asked for an admin page. */
export const noteAdminsOnly = (context: CookieContext): void =>
  keepCookie(context, { name: ADMINS_ONLY_COOKIE, value: '1', seconds: ADMINS_ONLY_MINUTES * 60 });

/** Whether the photo page has to say so; true once. */
export function takeAdminsOnly(context: CookieContext, { isAdmin }: Actor): boolean {
  if (readCookie(context, ADMINS_ONLY_COOKIE, Flag) === null) return false;
  dropCookie(context, ADMINS_ONLY_COOKIE);
  return !isAdmin;
}
