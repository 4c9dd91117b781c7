import { busy } from '#lib/errors.ts';
import { WaitingLines } from './waiting-lines.ts';

interface FairQueueOptions {
  atOnce: number;
  mostWaiting: number;
  mostPerKey: number;
  retryAfter: number;
}

/** The key whose turn it is: a facility or a network. */
export interface Place {
  key: string;
  /** Goes first; three urgent tasks run for each ordinary one. */
  isUrgent?: boolean;
}

const URGENT_IN_A_ROW = 3;

/** Runs a few tasks at a time. Keys take turns, so one with many tasks delays the others by one. */
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

  get waiting(): number {
    return this.#urgent.size + this.#rest.size;
  }

  /** @throws AppError 503 with Retry-After if full or displaced; `work` has not started then */
  async run<T>({ key, isUrgent = false }: Place, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running++;
    else await this.#wait(isUrgent ? this.#urgent : this.#rest, key);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  /** Refuses all waiting tasks, for shutdown; running ones continue. */
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
