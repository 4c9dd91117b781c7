import { randomInt } from 'node:crypto';
import type { Secrets } from '#server/secrets.ts';
import { PIN_LENGTH, isTrivialPin } from './pin.ts';

/**
 * What is hashed in place of a PIN: keyed, since a million PINs are soon tried against a stolen
 * database.
 */
export const keyedPin = (secrets: Secrets, staffId: string, pin: string): string =>
  secrets.sign('pin', staffId, pin);

export function randomPin(): string {
  const pin = String(randomInt(10 ** PIN_LENGTH)).padStart(PIN_LENGTH, '0');
  return isTrivialPin(pin) ? randomPin() : pin;
}
