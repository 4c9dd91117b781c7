import type { APIContext } from 'astro';
import { currentRequest } from '#server/request-context.ts';
import type { Secrets } from '#server/secrets.ts';
import { randomToken } from '#server/secrets.ts';
import { DEVICE_COOKIE, REMEMBERED_COOKIE, SHARED_DEVICE_COOKIE } from './session.ts';
import type { Client } from './sessions.ts';

export const clientOf = ({
  request,
  cookies,
}: Pick<APIContext, 'request' | 'cookies'>): Client => ({
  address: currentRequest()?.address ?? '',
  userAgent: request.headers.get('user-agent') ?? '',
  device: cookies.get(DEVICE_COOKIE)?.value ?? null,
  sharedDevice: cookies.get(SHARED_DEVICE_COOKIE)?.value ?? null,
  remembered: cookies.get(REMEMBERED_COOKIE)?.value ?? null,
});

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
