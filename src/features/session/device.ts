import type { Secrets } from '../../server/secrets.ts';
import { randomToken } from '../../server/secrets.ts';

const PURPOSE = 'device';
const SEPARATOR = '~';
/** People who share a tablet; more would make the cookie long. */
const MARKS_KEPT = 8;

/**
 * A device where somebody has signed in carries a signed mark for that address. Tries of others
 * lock the account for strangers, but not for this device (P11). A mark opens nothing.
 * @param kept the marks that the device has already, of whomever
 */
export function issueDevice(secrets: Secrets, email: string, kept: string | null = null): string {
  const nonce = randomToken();
  const mark = `${nonce}.${secrets.sign(PURPOSE, nonce, email)}`;
  return [mark, ...marksOf(kept)].slice(0, MARKS_KEPT).join(SEPARATOR);
}

/** @returns the device's own number for limits; null when it is not known for this address. */
export function knownDevice(secrets: Secrets, device: string | null, email: string): string | null {
  for (const mark of marksOf(device).slice(0, MARKS_KEPT)) {
    const [nonce = '', signature = ''] = mark.split('.');
    if (secrets.verify(signature, PURPOSE, nonce, email)) return nonce;
  }
  return null;
}

const marksOf = (device: string | null): string[] => (device ? device.split(SEPARATOR) : []);
