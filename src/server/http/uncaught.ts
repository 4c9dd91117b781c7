import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/log.ts';
import { currentRequest } from '#server/request-context.ts';

/** Longer than any transaction waits for another. */
const TRUST_MS = 20_000;
const TRIES = 40;

const UNCAUGHT = 'uncaught error';

interface Survival {
  log: Log;
  probe: () => Promise<unknown>;
  giveUp: () => Promise<void>;
  patience?: number;
}

/**
 * Logs an uncaught error and ends only its request. If the database then no longer answers, as with
 * a transaction left open, the process exits (decision 8; P23).
 */
export function surviveErrors({ log, probe, giveUp, patience = TRUST_MS }: Survival): void {
  let trying = false;
  process.on('uncaughtException', (error, origin) => {
    const request = currentRequest();
    if (request) request.fail(error, UNCAUGHT);
    else log.error({ err: error, origin }, UNCAUGHT);
    if (trying) return;
    trying = true;
    void isTrusted(probe, patience).then((trusted) => {
      trying = false;
      if (trusted) return;
      log.fatal('the database does not respond after an uncaught error: exiting');
      return giveUp();
    });
  });
}

/** One that restarts refuses for a moment. */
const isTrusted = (probe: () => Promise<unknown>, patience: number): Promise<boolean> => {
  const over = AbortSignal.timeout(patience);
  const again = async (): Promise<boolean> => {
    while (!over.aborted) {
      try {
        await probe();
        return true;
      } catch {
        await sleep(patience / TRIES, undefined, { ref: false });
      }
    }
    return false;
  };
  return Promise.race([again(), sleep(patience, false, { ref: false })]);
};
