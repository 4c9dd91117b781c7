import { atom } from 'nanostores';
import { paths } from '../lib/paths.ts';
import { sleep } from './sleep.ts';

/** Why no answer comes, while something waits for one. */
export const $unreached = atom<'offline' | 'away' | null>(null);

/** Soon at first; a server that has come back is never waited for longer than this. */
const ASK_AGAIN_MS = [1000, 2000, 3000, 5000];
const ANSWER_MS = 5000;

let asking: Promise<boolean> | null = null;

/**
 * Waits until the server answers: one small question for all that wait, so that none of them
 * sends its bytes in vain.
 * @returns whether the server had been out of reach; false where it answered at once
 */
export const untilReached = (): Promise<boolean> =>
  (asking ??= ask().finally(() => {
    asking = null;
    $unreached.set(null);
  }));

async function ask(): Promise<boolean> {
  if (isOffline()) $unreached.set('offline');
  for (let tries = 0; ; tries += 1) {
    if (await isThere()) return tries > 0;
    $unreached.set(isOffline() ? 'offline' : 'away');
    // Some devices never tell that the network is back.
    await sleep(ASK_AGAIN_MS[Math.min(tries, ASK_AGAIN_MS.length - 1)] ?? 0, 'online', 'focus');
  }
}

/** Said only where it is sure: a device that thinks it is online may be wrong. */
const isOffline = (): boolean => !navigator.onLine;

async function isThere(): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ANSWER_MS);
  try {
    const { ok } = await fetch(paths.health, { cache: 'no-store', signal: controller.signal });
    return ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
