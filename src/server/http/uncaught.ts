import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { currentRequest } from '../request-context.ts';

/** Longer than any transaction of ours waits for another. */
const TRUST_MS = 20_000;

const UNCAUGHT = 'uncaught error';

interface Survival {
  log: Log;
  /** Resolves when the database answers as ever. */
  probe: () => Promise<unknown>;
  /** Answers what was accepted, and ends for the supervisor to start again. */
  giveUp: () => Promise<void>;
  /** For the probe, in milliseconds. */
  patience?: number;
}

/**
 * What nobody caught is logged with its request and ends that request alone. Then the one state
 * that all requests share is tried: where the database does not answer any more, say because a
 * transaction was left open, the process is given up (decision 8; P23).
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
      log.fatal('the database does not answer after an uncaught error: ending');
      return giveUp();
    });
  });
}

const isTrusted = (probe: () => Promise<unknown>, patience: number): Promise<boolean> =>
  Promise.race([
    probe().then(
      () => true,
      () => false,
    ),
    sleep(patience, false, { ref: false }),
  ]);
