import { atom } from 'nanostores';
import { backOffMs } from '../features/photo/upload.ts';
import { ApiError, OFFLINE } from './api-client.ts';

/** Why sending stands still: no network, or the server asked for time. */
export const $pause = atom<'offline' | 'busy' | null>(null);

const BUSY = [429, 502, 503, 504];
/** A server that keeps failing is no matter of waiting. */
const MAX_SERVER_ERRORS = 3;

/**
 * Tries until it works or waiting cannot help: a lost network is waited out, a busy server gets
 * the time it asks for. Any other failure is thrown.
 * @param isWanted false once the person gave the file up
 * @throws ApiError
 */
export async function patiently<T>(run: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  let serverErrors = 0;
  for (let tries = 0; ; tries += 1) {
    try {
      const result = await run();
      $pause.set(null);
      return result;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 500) serverErrors += 1;
      const isWaitable = error.status === OFFLINE || BUSY.includes(error.status);
      if (!isWaitable && (error.status !== 500 || serverErrors > MAX_SERVER_ERRORS)) throw error;
      $pause.set(error.status === OFFLINE ? 'offline' : 'busy');
      const isBack = await wait(error.retryAfterMs ?? backOffMs(tries), error.status === OFFLINE);
      // A network that has just come back often fails once more.
      if (isBack) tries = -1;
      if (!isWanted()) throw error;
    }
  }
}

/**
 * Some devices never tell that the network is back, so the time runs out as well.
 * @returns whether the device told so
 */
function wait(ms: number, untilOnline: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isBack: boolean): void => {
      clearTimeout(timer);
      removeEventListener('online', back);
      resolve(isBack);
    };
    const back = (): void => done(true);
    const timer = setTimeout(() => done(false), ms);
    if (untilOnline) addEventListener('online', back);
  });
}
