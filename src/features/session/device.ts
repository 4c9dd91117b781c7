import type { Secrets } from '../../server/secrets.ts';
import { randomToken } from '../../server/secrets.ts';

const PURPOSE = 'device';

/**
 * A device where somebody has signed in carries a signed mark for that address. Tries of others
 * lock the account for strangers, but not for this device (safety, P11). The mark opens nothing.
 */
export function issueDevice(secrets: Secrets, email: string): string {
  const nonce = randomToken();
  return `${nonce}.${secrets.sign(PURPOSE, nonce, email)}`;
}

/** @returns the device's own number for limits; null when it is not known for this address. */
export function knownDevice(secrets: Secrets, device: string | null, email: string): string | null {
  const [nonce = '', signature = ''] = (device ?? '').split('.');
  return secrets.verify(signature, PURPOSE, nonce, email) ? nonce : null;
}
