import type { LetterTokens } from '#lib/paths.ts';

interface ModelItem {
  picture: string;
  place: string | null;
  isDeleted: boolean;
  isLeftOut: boolean;
}

/**
 * Who may see which picture, by the rules of domain.md#consent and nothing of the code's: who is on
 * each picture and has withdrawn consent without an admin's answer.
 */
export class HiddenModel {
  readonly #links: Map<string, LetterTokens>;
  readonly people: (string | undefined)[];
  readonly #items = new Map<string, ModelItem>();
  /** Those who did not say yes. */
  readonly #without = new Map<string, false | null>();
  /** By picture, for whom an answer is missing. */
  readonly #waiting = new Map<string, Set<string>>();
  /** How often a picture of several people began to wait: else nothing was tried. */
  tried = 0;

  constructor(links: Map<string, LetterTokens>) {
    this.#links = links;
    this.people = [...links.keys()];
  }

  get links(): [string, LetterTokens][] {
    return [...this.#links];
  }

  /** One of the items, if there are any. */
  some(n: number): string[] {
    const ids = [...this.#items.keys()];
    const id = ids[n % Math.max(1, ids.length)];
    return id === undefined ? [] : [id];
  }

  #living(): [string, ModelItem][] {
    return [...this.#items].filter(([, { isDeleted }]) => !isDeleted);
  }

  #isWaiting = (picture: string): boolean => (this.#waiting.get(picture)?.size ?? 0) > 0;

  #wait(picture: string, id: string): void {
    const waiting = this.#waiting.get(picture) ?? new Set();
    this.#waiting.set(picture, waiting.add(id));
    if (this.#living().filter(([, of]) => of.picture === picture).length > 1) this.tried += 1;
  }

  #ask(id: string): void {
    for (const [, { picture, place }] of this.#living()) {
      if (place === id) this.#wait(picture, id);
    }
  }

  /** Whether a file can be uploaded there. */
  mayTake(picture: string, place: string | null): boolean {
    const isThere = this.#living().some(([, of]) => of.picture === picture && of.place === place);
    return !isThere && (place === null || !this.#without.has(place));
  }

  /** The pictures that a resident's family sees. */
  seenBy(residentId: string): string[] {
    const seen = this.#living().filter(
      ([, { picture, place, isLeftOut }]) =>
        (place === null || place === residentId) && !isLeftOut && !this.#isWaiting(picture),
    );
    return [...new Set(seen.map(([, { picture }]) => picture))].sort();
  }

  pictureOf = (itemId: string): string => this.#items.get(itemId)?.picture ?? `unknown ${itemId}`;

  added(id: string, picture: string, place: string | null): void {
    this.#items.set(id, { picture, place, isDeleted: false, isLeftOut: false });
  }

  copied(from: string, id: string, place: string | null): void {
    const row = this.#get(from);
    if (this.#isWaiting(row.picture)) throw new Error('a hidden picture was copied');
    this.#items.set(id, { ...row, place });
  }

  moved(id: string, place: string | null): void {
    const row = this.#get(id);
    if (row.place !== place && this.#isWaiting(row.picture)) {
      throw new Error('a hidden picture was moved');
    }
    row.place = place;
  }

  leftOut(id: string, isLeftOut: boolean): void {
    this.#get(id).isLeftOut = isLeftOut;
  }

  deleted(id: string): void {
    const row = this.#get(id);
    row.isDeleted = true;
    const { picture, place } = row;
    if (place !== null && this.#waiting.get(picture)?.has(place)) this.#leaveOut(picture, place);
  }

  restored(id: string): void {
    const row = this.#get(id);
    const wasDeleted = row.isDeleted;
    row.isDeleted = false;
    if (wasDeleted && row.place !== null && this.#without.has(row.place)) this.#ask(row.place);
  }

  forgotten(): void {
    for (const [id, { isDeleted }] of this.#items) if (isDeleted) this.#items.delete(id);
  }

  consented(id: string, consent: boolean | null): void {
    const before = this.#without.has(id) ? this.#without.get(id) : true;
    if (consent === true) {
      this.#without.delete(id);
      this.#end(id);
      return;
    }
    this.#without.set(id, consent);
    if (consent !== before && (before === true || consent === false)) this.#ask(id);
  }

  answered(id: string, decision: 'keep' | 'choose' | 'delete', itemIds: readonly string[]): void {
    for (const [picture, waiting] of this.#waiting) {
      if (!waiting.has(id) || decision === 'keep') continue;
      const isChosen = itemIds.some((itemId) => this.pictureOf(itemId) === picture);
      if (decision === 'delete' || isChosen) this.#leaveOut(picture, id);
    }
    for (const [itemId, row] of this.#items) {
      const isGone = decision === 'delete' || (decision === 'choose' && itemIds.includes(itemId));
      if (row.place === id && isGone) row.isDeleted = true;
    }
    this.#end(id);
  }

  removed(id: string): void {
    for (const [picture, waiting] of this.#waiting) {
      if (waiting.has(id)) this.#leaveOut(picture, id);
    }
    this.#end(id);
    this.#links.delete(id);
    this.people[this.people.indexOf(id)] = undefined;
  }

  #leaveOut(picture: string, of: string): void {
    for (const row of this.#items.values()) {
      if (row.picture === picture && row.place !== of) row.isLeftOut = true;
    }
  }

  #end(id: string): void {
    for (const waiting of this.#waiting.values()) waiting.delete(id);
  }

  #get(id: string): ModelItem {
    const row = this.#items.get(id);
    if (!row) throw new Error(`no item ${id}`);
    return row;
  }
}
