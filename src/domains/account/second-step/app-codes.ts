import { generateHOTP } from 'oslo/otp';
import type { Runtime } from '#server/runtime.ts';
import { CODE_DIGITS, PERIOD_SECONDS } from './second-step.ts';

/** Clocks of phones differ: the periods before and after count too (RFC 6238, 5.2). */
const NEIGHBOURS = [-1, 0, 1];

const counterAt = (now: Date): number => Math.floor(now.getTime() / 1000 / PERIOD_SECONDS);

/** @returns the period that the code is of; null if it is of none */
export async function counterOf(
  { secrets }: Pick<Runtime, 'secrets'>,
  sealed: string,
  code: string,
  now: Date,
): Promise<number | null> {
  const secret = Buffer.from(secrets.unseal(sealed) ?? '', 'base64url');
  if (secret.length === 0) return null;
  for (const counter of NEIGHBOURS.map((step) => counterAt(now) + step)) {
    const right = await generateHOTP(new Uint8Array(secret).buffer, counter, CODE_DIGITS);
    if (right === code) return counter;
  }
  return null;
}
