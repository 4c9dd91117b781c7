import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than this work takes, and too short to notice. */
const EVEN_MS = 150;

/** Resolves after a fixed time, so that timing reveals nothing (P11); rejects immediately. */
export async function withMinimumDuration<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(EVEN_MS)]);
  return result;
}
