interface Limits {
  all: number;
  /** Of one owner: a facility, a network. */
  each: number;
}

/** What waits, taken one of each owner in turn: many of one owner do not hold up another's one. */
export class WaitingLines<T> {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, T[]>();
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get size(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** @returns what there is no room for: this one, or the last of the owner who has most. */
  push(owner: string, value: T): T | undefined {
    const own = this.#waiting.get(owner) ?? [];
    if (own.length >= this.#limits.each) return value;
    const turnedAway = this.size >= this.#limits.all ? this.#dropForOther(own.length) : undefined;
    if (this.size >= this.#limits.all) return value;
    own.push(value);
    this.#waiting.set(owner, own);
    return turnedAway;
  }

  #dropForOther(own: number): T | undefined {
    const [most = []] = [...this.#waiting.values()].sort((a, b) => b.length - a.length);
    return most.length > own + 1 ? most.pop() : undefined;
  }

  has(may: (value: T, owner: string) => boolean): boolean {
    return [...this.#waiting].some(([owner, [first]]) => first !== undefined && may(first, owner));
  }

  /** The next whose turn it is, past those who may not yet. */
  take(may: (value: T, owner: string) => boolean = () => true): T | undefined {
    for (const [owner, [first, ...rest]] of this.#waiting) {
      if (first === undefined || !may(first, owner)) continue;
      this.#waiting.delete(owner);
      if (rest.length > 0) this.#waiting.set(owner, rest);
      return first;
    }
    return undefined;
  }

  /** All that wait, which do so no longer. */
  clear(): T[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
