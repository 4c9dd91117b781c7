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
