/** What one may take though another waits for room: an ordinary preview. */
const SMALL_MB = 70;

/** Memory that all decoders share beyond what each has anyway. */
export class MemoryRoom {
  readonly #mb: number;
  #taken = 0;
  /** The first there was no room for; nothing large overtakes it. */
  #first: object | undefined;

  constructor(mb: number) {
    this.#mb = mb;
  }

  /** @param who one and the same until it had its share, or is forgotten. */
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

  /** For one that waits no longer. */
  forget(who: object): void {
    if (this.#first === who) this.#first = undefined;
  }
}
