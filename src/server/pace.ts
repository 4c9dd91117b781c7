import { setImmediate, setTimeout } from 'node:timers/promises';
import { workOf } from './stalls.ts';

/** Long enough to be worth a commit. */
const SLICE_MS = 10;
/** An empty turn of the loop takes far less. */
const BUSY_MS = 1;

/** For a kind of work that was not measured yet. */
const FIRST_COUNT = 10;
const MOST = 1000;

interface Loop {
  /** Milliseconds, of a clock that only goes forward. */
  now: () => number;
  /** Lets everything run that is ready. */
  turn: () => Promise<unknown>;
  sleep: (ms: number) => Promise<unknown>;
}

const LOOP: Loop = {
  now: () => performance.now(),
  turn: () => setImmediate(),
  sleep: (ms) => setTimeout(ms),
};

/**
 * Shares the event loop between requests and background work, which runs in slices bounded by time:
 * all the time while nobody waits, and a third of it while somebody does. All background work
 * shares one line, so that the third is that of all together.
 */
export class Pace {
  readonly #loop: Loop;
  #waiting = 0;
  readonly #counts = new Map<string, number>();
  #line: Promise<unknown> = Promise.resolve();

  constructor(loop: Loop = LOOP) {
    this.#loop = loop;
  }

  /** Somebody waits for this. */
  async answering<T>(answer: Promise<T>): Promise<T> {
    this.#waiting++;
    try {
      return await answer;
    } finally {
      this.#waiting--;
    }
  }

  /**
   * Does a slice of work in its turn. Not to be nested.
   * @param cause a kind of work, also for the metric of what held the loop
   * @param work gets how many pieces fit into a slice, by how long earlier ones took, and returns
   *   how many it did
   * @returns whether there may be more
   */
  slice(cause: string, work: (count: number) => Promise<number>): Promise<boolean> {
    const run = async () => {
      const from = this.#loop.now();
      const count = this.#counts.get(cause) ?? FIRST_COUNT;
      const did = await workOf(cause, () => work(count));
      const spentMs = this.#loop.now() - from;
      if (did > 0) this.#counts.set(cause, countAfter(count, spentMs / did));
      return { isMore: did >= count, spentMs };
    };
    const done = this.#line.then(run);
    this.#line = done.then(
      ({ spentMs }) => this.#rest(spentMs),
      () => undefined,
    );
    return done.then(({ isMore }) => isMore);
  }

  /** Slices until one does fewer pieces than fit. */
  async untilDone(cause: string, work: (count: number) => Promise<number>): Promise<void> {
    while (await this.slice(cause, work));
  }

  async #rest(spentMs: number): Promise<void> {
    const from = this.#loop.now();
    await this.#loop.turn();
    const taken = this.#loop.now() - from;
    if (this.#waiting === 0 && taken < BUSY_MS) return;
    const left = 2 * spentMs - taken;
    if (left > 0) await this.#loop.sleep(left);
  }
}

/** At most twice as many, since the last ones may have been easy. */
const countAfter = (count: number, eachMs: number): number =>
  Math.max(1, Math.min(Math.floor(SLICE_MS / eachMs), 2 * count, MOST));

/** The pace of this process. */
export const pace = new Pace();
