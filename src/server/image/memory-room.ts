/** Small enough to start while a larger task waits for memory: an ordinary preview. */
const SMALL_MB = 70;

/** Memory shared by all decoders, beyond what each one needs when idle. */
export class MemoryRoom {
  readonly #mb: number;
  #taken = 0;
  /** The first task that did not fit; no large one overtakes it. */
  #first: object | undefined;

  constructor(mb: number) {
    this.#mb = mb;
  }

  /** @param who the same object until it gets its share or is forgotten */
  take(who: object, mb: number): boolean {
    const isOvertaking = this.#first !== undefined && this.#first !== who && mb > SMALL_MB;
    if (isOvertaking || this.#taken + mb > this.#mb) {
      this.#first ??= who;
      return false;
    }
    this.forget(who);
    this.#taken += mb;
    return true;
  }

  giveBack(mb: number): void {
    this.#taken -= mb;
  }

  /** Removes a task that no longer waits. */
  forget(who: object): void {
    if (this.#first === who) this.#first = undefined;
  }
}

/** A core and so much memory for each that makes sizes: one on 1 GB, two on 2 GB. */
const MB_EACH = 900;
const MOST_MAKING = 4;

/** How many decoders make sizes: as many as a machine has cores and memory to spare for. */
export function makingAtOnce(cores: number, mb: number): number {
  return Math.max(1, Math.min(cores, Math.floor(mb / MB_EACH), MOST_MAKING));
}
