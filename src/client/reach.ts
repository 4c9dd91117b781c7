import { atom } from 'nanostores';
import { paths } from '#lib/paths.ts';
import { sleep, timeoutSignal } from './sleep.ts';

export const $unreached = atom<'offline' | 'away' | null>(null);

/** Soon at first, then at least this often. */
const ASK_AGAIN_MS = [1000, 2000, 3000, 5000];
const ANSWER_MS = 5000;

let asking: Promise<boolean> | null = null;

/** Waits for the server, by one probe for all uploads. @returns false if it responded at once */
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
    // Some devices never report that the network is back.
    await sleep(ASK_AGAIN_MS[Math.min(tries, ASK_AGAIN_MS.length - 1)] ?? 0, 'online', 'focus');
  }
}

/** Only "offline" is reliable; "online" may be wrong. */
const isOffline = (): boolean => !navigator.onLine;

/** By what costs the server least. */
export const isReached = (): Promise<boolean> => isThere('/robots.txt');

async function isThere(path: string = paths.health): Promise<boolean> {
  try {
    const answer = await fetch(path, { cache: 'no-store', signal: timeoutSignal(ANSWER_MS) });
    // A hotspot answers with its own page.
    return answer.ok && !/html/.test(answer.headers.get('Content-Type') ?? '');
  } catch {
    return false;
  }
}
