import { generateHOTP } from 'oslo/otp';
import type { Holder } from '#domains/account/holder.ts';
import type { Runtime } from '#server/runtime.ts';
import { findSecondStep } from './second-step-rows.ts';
import { CODE_DIGITS, PERIOD_SECONDS } from './second-step.ts';

/** Clocks of phones differ: the periods before and after count too (RFC 6238, 5.2). */
const NEIGHBOURS = [-1, 0, 1];

const counterAt = (now: Date): number => Math.floor(now.getTime() / 1000 / PERIOD_SECONDS);

const secretOf = ({ secrets }: Pick<Runtime, 'secrets'>, sealed: string): Buffer =>
  Buffer.from(secrets.unseal(sealed) ?? '', 'base64url');

const codeAt = (secret: Buffer, counter: number): Promise<string> =>
  generateHOTP(new Uint8Array(secret).buffer, counter, CODE_DIGITS);

/** @returns the period that the code is of; null if it is of none */
export async function counterOf(
  rt: Pick<Runtime, 'secrets'>,
  sealed: string,
  code: string,
  now: Date,
): Promise<number | null> {
  const secret = secretOf(rt, sealed);
  if (secret.length === 0) return null;
  for (const counter of NEIGHBOURS.map((step) => counterAt(now) + step)) {
    if ((await codeAt(secret, counter)) === code) return counter;
  }
  return null;
}

/** What an app shows now, or next if that was used: visitors of the demo have no app. */
export async function demoCodeOf(
  rt: Pick<Runtime, 'db' | 'clock' | 'secrets' | 'isDemo'>,
  holder: Holder,
): Promise<string | null> {
  if (!rt.isDemo) return null;
  const { secret_sealed: sealed = null, last_counter = 0 } =
    (await findSecondStep(rt.db, holder)) ?? {};
  if (sealed === null) return null;
  return codeAt(secretOf(rt, sealed), Math.max(counterAt(rt.clock.now()), last_counter + 1));
}
