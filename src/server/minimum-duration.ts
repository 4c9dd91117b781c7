import { setTimeout as sleep } from 'node:timers/promises';

/** Well above what any of it takes, below what anybody minds. */
const EVEN_MS = 150;

/**
 * Answers no sooner than after a fixed time, so that nobody can tell from the clock what was
 * found (P11). What is refused is refused at once.
 */
export async function withMinimumDuration<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(EVEN_MS)]);
  return result;
}
