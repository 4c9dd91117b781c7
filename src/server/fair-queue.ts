import { busy } from '../lib/errors.ts';

export interface FairQueueOptions {
  /** How many run at the same time. */
  atOnce: number;
  /** How many wait, in each rank. */
  mostWaiting: number;
  /** How many of one key wait, in each rank. */
  mostPerKey: number;
  /** Seconds after which one that was refused may try again. */
  retryAfter: number;
}

/** Whose work it is: a facility, a network. */
export interface Place {
  key: string;
  /** Goes before the rest; three of these for one of the rest while both wait. */
  isUrgent?: boolean;
}

const URGENT_IN_A_ROW = 3;

/**
 * Runs work a few at a time. Keys take turns, so that one with much work delays the others by one
 * piece each time, not by all of it. What cannot wait any more is refused at once.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #urgent: Lines;
  readonly #rest: Lines;
  #running = 0;
  #urgentInARow = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#urgent = new Lines(options);
    this.#rest = new Lines(options);
  }

  /** How many wait at the moment. */
  get waiting(): number {
    return this.#urgent.size + this.#rest.size;
  }

  /**
   * Runs `work` when its turn comes.
   * @throws AppError 503 with Retry-After when too much waits, at once or when another key that
   * waits for less takes the place; `work` has not been started then
   */
  async run<T>({ key, isUrgent = false }: Place, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running++;
    else await (isUrgent ? this.#urgent : this.#rest).wait(key);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  /** Refuses all that wait, as when the server stops. What runs goes on. */
  clear(): void {
    this.#urgent.clear();
    this.#rest.clear();
  }

  #startNext(): void {
    const isTurnOfRest = this.#urgent.size === 0 || this.#urgentInARow >= URGENT_IN_A_ROW;
    const restFirst = isTurnOfRest && this.#rest.size > 0;
    this.#urgentInARow = restFirst || this.#rest.size === 0 ? 0 : this.#urgentInARow + 1;
    const next = (restFirst ? this.#rest : this.#urgent).shift();
    if (next) next.start();
    else this.#running--;
  }
}

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

/** One line for each key. The map's order is the order of turns. */
class Lines {
  size = 0;
  readonly #byKey = new Map<string, Waiting[]>();
  readonly #options: FairQueueOptions;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  wait(key: string): Promise<void> {
    const line = this.#byKey.get(key) ?? [];
    if (!this.#hasRoom(line.length)) return Promise.reject(busy(this.#options.retryAfter));
    return new Promise((start, refuse) => {
      line.push({ start, refuse });
      this.#byKey.set(key, line);
      this.size++;
    });
  }

  /** The first of the next key, which then goes behind the others. */
  shift(): Waiting | undefined {
    for (const [key, line] of this.#byKey) {
      this.#byKey.delete(key);
      if (line.length > 1) this.#byKey.set(key, line);
      this.size--;
      return line.shift();
    }
    return undefined;
  }

  clear(): void {
    const all = [...this.#byKey.values()].flat();
    this.#byKey.clear();
    this.size = 0;
    for (const { refuse } of all) refuse(busy(this.#options.retryAfter));
  }

  /** When all places are taken, the last one of a clearly longer line gives up its own. */
  #hasRoom(length: number): boolean {
    if (length >= this.#options.mostPerKey) return false;
    if (this.size < this.#options.mostWaiting) return true;
    const longest = [...this.#byKey.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length < length + 2) return false;
    this.size--;
    longest.pop()?.refuse(busy(this.#options.retryAfter));
    return true;
  }
}
