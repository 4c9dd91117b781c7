import { busy } from '../lib/errors.ts';
import { WaitingLines } from './waiting-lines.ts';

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
  readonly #urgent: WaitingLines<Waiting>;
  readonly #rest: WaitingLines<Waiting>;
  #running = 0;
  #urgentInARow = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    const limits = { all: options.mostWaiting, each: options.mostPerKey };
    this.#urgent = new WaitingLines(limits);
    this.#rest = new WaitingLines(limits);
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
    else await this.#wait(isUrgent ? this.#urgent : this.#rest, key);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  /** Refuses all that wait, as when the server stops. What runs goes on. */
  clear(): void {
    for (const waiting of [...this.#urgent.clear(), ...this.#rest.clear()]) this.#refuse(waiting);
  }

  #wait(lines: WaitingLines<Waiting>, key: string): Promise<void> {
    return new Promise((start, refuse) => {
      const turnedAway = lines.push(key, { start, refuse });
      if (turnedAway) this.#refuse(turnedAway);
    });
  }

  #refuse({ refuse }: Waiting): void {
    refuse(busy(this.#options.retryAfter));
  }

  #startNext(): void {
    const isTurnOfRest = this.#urgent.size === 0 || this.#urgentInARow >= URGENT_IN_A_ROW;
    const restFirst = isTurnOfRest && this.#rest.size > 0;
    this.#urgentInARow = restFirst || this.#rest.size === 0 ? 0 : this.#urgentInARow + 1;
    const next = (restFirst ? this.#rest : this.#urgent).take();
    if (next) next.start();
    else this.#running--;
  }
}

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}
