import type { Runtime } from '../../server/runtime.ts';
import { runDeliveries } from './run.service.ts';

/**
 * How often it is asked what is due. A timer for the 1st would have to be set anew with every
 * changed hour, and would miss its moment with every jump of the clock; asking is one query.
 */
const POLL_MS = 15_000;

interface DeliveryRunner {
  start(): void;
  /** Ends after the batch under way. */
  stop(): Promise<void>;
}

/** Looks for due deliveries at the start and ever after; the rows decide, not the timer. */
export function makeDeliveryRunner(rt: Runtime, pollMs = POLL_MS): DeliveryRunner {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  const look = (): void => {
    running ??= runDeliveries(rt, { isStopped: () => stopped })
      .catch((error: unknown) => rt.log.error({ err: error }, 'deliveries failed'))
      .finally(() => (running = undefined));
  };
  return {
    start() {
      timer = setInterval(look, pollMs).unref();
      look();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
