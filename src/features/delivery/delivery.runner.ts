import type { Runtime } from '../../server/runtime.ts';
import { runDeliveries } from './run.service.ts';

/**
 * A timer for the 1st would need rescheduling with every changed hour and miss its moment when the
 * clock jumps; a poll is one query.
 */
const POLL_MS = 15_000;

interface DeliveryRunner {
  start(): void;
  /** Stops after the current batch. */
  stop(): Promise<void>;
}

/** Polls for due deliveries; the rows decide, not the timer. */
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
