import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Shorter than the server's own wait at shutdown. */
const PATIENCE_MS = 3000;

export interface Ending {
  stopping: AbortSignal;
  over: AbortSignal;
}

/** One kind of work. What is due is decided by rows, not timers, so a crash loses nothing. */
export interface Lane {
  name: string;
  everyMs: number;
  firstMs?: number;
  atOnce?: number;
  recover?: () => Promise<unknown>;
  /** Claims the next piece of work. @returns how to do it; undefined when nothing is due */
  claim: (ending: Ending) => Promise<(() => Promise<void>) | undefined>;
}

/** A lane that does all that is due at once. */
export const sweep = (
  name: string,
  everyMs: number,
  run: (ending: Ending) => Promise<void>,
): Lane => ({
  name,
  everyMs,
  async claim(ending) {
    await run(ending);
    return undefined;
  },
});

export interface Worker {
  start(): Promise<void>;
  /** Polls now. @param name of a lane; all lanes by default */
  wake(name?: string): void;
  /** Claims no more, and waits a moment for running work. */
  stop(): Promise<void>;
  /** Does all due work; for the seed and for tests. */
  drain(): Promise<void>;
}

/** Lanes run independently. */
export function makeWorker(log: Log, lanes: Lane[], patienceMs = PATIENCE_MS): Worker {
  const stopping = new AbortController();
  const over = new AbortController();
  const ending = { stopping: stopping.signal, over: over.signal };
  const loops = lanes.map((lane) => makeLoop(log, lane, ending));
  const idle = () => Promise.all(loops.map((loop) => loop.idle()));
  const wake = (name?: string): void => {
    for (const loop of loops) if (name === undefined || loop.name === name) loop.wake();
  };
  return {
    wake,
    async start() {
      for (const loop of loops) await loop.start();
    },
    async stop() {
      stopping.abort();
      for (const loop of loops) loop.stop();
      await Promise.race([idle(), sleep(patienceMs, undefined, { ref: false })]);
      over.abort();
    },
    async drain() {
      wake();
      await idle();
    },
  };
}

function makeLoop(log: Log, lane: Lane, ending: Ending) {
  const { name, everyMs, firstMs = 0, atOnce = 1 } = lane;
  const { stopping } = ending;
  const underWay = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let again = false;

  const failed = (error: unknown): void => {
    log.error({ err: error, name }, 'background work failed');
  };
  const fill = async (): Promise<void> => {
    while (!stopping.aborted && underWay.size < atOnce) {
      const work = await lane.claim(ending);
      if (!work) return;
      const doing: Promise<void> = work()
        .finally(() => underWay.delete(doing))
        .then(() => wake(), failed); // after an error, the next poll is soon enough
      underWay.add(doing);
    }
  };
  const look = async (): Promise<void> => {
    try {
      while (again) {
        again = false;
        await fill();
      }
    } catch (error) {
      failed(error);
    } finally {
      looking = undefined;
    }
  };
  const wake = (): void => {
    if (stopping.aborted) return;
    again = true;
    looking ??= look();
  };
  const poll = (): void => {
    timer = setInterval(wake, everyMs).unref();
    wake();
  };
  return {
    name,
    wake,
    async start() {
      await lane.recover?.();
      if (stopping.aborted) return;
      if (firstMs > 0) timer = setTimeout(poll, firstMs).unref();
      else poll();
    },
    stop: () => clearInterval(timer),
    async idle() {
      while (looking ?? underWay.size) await (looking ?? Promise.race(underWay));
    },
  };
}
