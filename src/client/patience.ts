import { computed, map } from 'nanostores';
import type { Pause } from '#domains/photo/pause.ts';
import { worstOf } from '#domains/photo/pause.ts';
import { backOffMs } from '#domains/photo/upload.ts';
import { ApiError, OFFLINE } from './api-client.ts';
import { $unreached, untilReached } from './reach.ts';
import { untilSignedIn } from './signed-out.ts';
import { sleep } from './sleep.ts';

const $waits = map<Record<string, Pause | undefined>>({});

export const $pause = computed([$waits, $unreached], (waits, unreached) => {
  const all = Object.values(waits).filter((pause) => pause !== undefined);
  // Only the shared probe knows whether the network or the server is at fault.
  return worstOf(all.map((pause) => (pause === 'weak' ? (unreached ?? pause) : pause)));
});

const UNREACHED = [OFFLINE, 502, 504];
const BUSY = [429, 503];
const SIGNED_OUT = 401;
/** Incomplete uploads and server errors need no long wait. */
const FAILED = [408, 410, 500];
const MAX_FAILED = 3;

const isFew = (status: number, failed: number): boolean =>
  FAILED.includes(status) && failed < MAX_FAILED;

/** null if waiting cannot help. */
function pauseOf({ status }: ApiError, failed: number): Pause | null {
  if (status === SIGNED_OUT) return 'signedOut';
  if (UNREACHED.includes(status)) return 'weak';
  if (BUSY.includes(status)) return 'busy';
  return isFew(status, failed) ? 'failing' : null;
}

let turns = 0;

/** Retries while waiting can help. @param isWanted false once dismissed. @throws ApiError */
export async function withRetry<T>(run: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  const turn = String(++turns);
  let failed = 0;
  for (let tries = 0; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const pause = pauseOf(error, failed);
      if (pause === null) throw error;
      if (pause === 'failing') failed += 1;
      $waits.setKey(turn, pause);
      const isOver = await waitOut(pause, error.retryAfterMs ?? backOffMs(tries));
      $waits.setKey(turn, undefined);
      if (isOver) tries = -1;
      if (!isWanted()) throw error;
    }
  }
}

/** @returns whether the cause is surely over; otherwise the next wait is longer */
async function waitOut(pause: Pause, ms: number): Promise<boolean> {
  if (pause === 'signedOut') {
    await untilSignedIn();
    return true;
  }
  if (pause === 'weak' && (await untilReached())) return true;
  await sleep(ms, 'online');
  return false;
}
