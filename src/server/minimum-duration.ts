import { setTimeout as sleep } from 'node:timers/promises';

/** More than any of this work takes, and too short to notice. */
const EVEN_MS = 150;

/**
 * Resolves no sooner than after a fixed time, so that timing reveals nothing (P11). Rejections are
 * immediate.
 */
export async function withMinimumDuration<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(EVEN_MS)]);
  return result;
}
