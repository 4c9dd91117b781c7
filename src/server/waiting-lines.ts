interface Limits {
  all: number;
  each: number;
}

/** A queue that takes one item per owner in turn. */
export class WaitingLines<T> {
  readonly #waiting = new Map<string, T[]>();
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get size(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** @returns the item that does not fit: this one, or the last of the owner with most items */
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

  take(may: (value: T, owner: string) => boolean = () => true): T | undefined {
    for (const [owner, [first, ...rest]] of this.#waiting) {
      if (first === undefined || !may(first, owner)) continue;
      this.#waiting.delete(owner);
      if (rest.length > 0) this.#waiting.set(owner, rest);
      return first;
    }
    return undefined;
  }

  clear(): T[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
