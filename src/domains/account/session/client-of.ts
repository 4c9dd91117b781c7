import type { APIContext } from 'astro';
import type { CookieContext } from '#server/cookies.ts';
import { Token, readCookie, written } from '#server/cookies.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Secrets } from '#server/secrets.ts';
import { randomToken } from '#server/secrets.ts';
import { DEVICE_COOKIE, REMEMBERED_COOKIE, SHARED_DEVICE_COOKIE } from './session.ts';
import type { Client } from './session.ts';

export type ClientContext = CookieContext & Pick<APIContext, 'request'>;

export const clientOf = (context: ClientContext): Client => ({
  address: currentRequest()?.address ?? '',
  userAgent: currentRequest()?.userAgent ?? '',
  device: readDeviceCookie(context),
  sharedDevice: readCookie(context, SHARED_DEVICE_COOKIE, Token),
  remembered: readCookie(context, REMEMBERED_COOKIE, Token),
});

/** Up to eight marks of a token and a signature. */
const Marks = written(500, /^[\w.~-]+$/);

export const readDeviceCookie = (context: CookieContext): string | null =>
  readCookie(context, DEVICE_COOKIE, Marks);

const PURPOSE = 'device';
const SEPARATOR = '~';
const MARKS_KEPT = 8;

/**
 * Signs a cookie for a device and address, which failed attempts elsewhere then cannot lock out
 * (P11). It grants no access.
 * @param kept the device's other marks
 */
export function issueDevice(secrets: Secrets, email: string, kept: string | null = null): string {
  const nonce = randomToken();
  const mark = `${nonce}.${secrets.sign(PURPOSE, nonce, email)}`;
  return [mark, ...marksOf(kept)].slice(0, MARKS_KEPT).join(SEPARATOR);
}

/** @returns the device's id for limits; null if unknown for this address */
export function knownDevice(secrets: Secrets, device: string | null, email: string): string | null {
  for (const mark of marksOf(device).slice(0, MARKS_KEPT)) {
    const [nonce = '', signature = ''] = mark.split('.');
    if (secrets.verify(signature, PURPOSE, nonce, email)) return nonce;
  }
  return null;
}

const marksOf = (device: string | null): string[] => (device ? device.split(SEPARATOR) : []);
