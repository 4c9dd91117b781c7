import { setTimeout as sleep } from 'node:timers/promises';
import { workOf } from './stalls.ts';
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
  const loops = lanes.map((lane) => new Loop(log, lane, ending));
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

/** Looks for a lane's work when it is woken, and does as much at once as the lane says. */
class Loop {
  readonly #log: Log;
  readonly #lane: Lane;
  readonly #ending: Ending;
  readonly #underWay = new Set<Promise<void>>();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #again = false;

  constructor(log: Log, lane: Lane, ending: Ending) {
    this.#log = log;
    this.#lane = lane;
    this.#ending = ending;
  }

  get name(): string {
    return this.#lane.name;
  }

  async start(): Promise<void> {
    const { recover, firstMs = 0 } = this.#lane;
    await recover?.();
    if (this.#isStopping()) return;
    if (firstMs > 0) this.#timer = setTimeout(() => this.#poll(), firstMs).unref();
    else this.#poll();
  }

  wake(): void {
    if (this.#isStopping()) return;
    this.#again = true;
    this.#looking ??= workOf(this.name, () => this.#look());
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async idle(): Promise<void> {
    while (this.#looking ?? this.#underWay.size) {
      await (this.#looking ?? Promise.race(this.#underWay));
    }
  }

  #isStopping = (): boolean => this.#ending.stopping.aborted;

  #poll(): void {
    this.#timer = setInterval(() => this.wake(), this.#lane.everyMs).unref();
    this.wake();
  }

  async #look(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        await this.#fill();
      }
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#looking = undefined;
    }
  }

  async #fill(): Promise<void> {
    const { atOnce = 1 } = this.#lane;
    while (!this.#isStopping() && this.#underWay.size < atOnce) {
      const work = await this.#lane.claim(this.#ending);
      if (!work) return;
      // In one step, or `idle` could come between the end of this and the look for the next.
      const doing: Promise<void> = work().then(
        () => {
          this.#underWay.delete(doing);
          this.wake();
        },
        (error: unknown) => {
          this.#underWay.delete(doing);
          this.#failed(error); // the next poll is soon enough
        },
      );
      this.#underWay.add(doing);
    }
  }

  #failed(error: unknown): void {
    this.#log.error({ err: error, name: this.name }, 'background work failed');
  }
}
