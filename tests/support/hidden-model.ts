import type { LetterTokens } from '#lib/paths.ts';

interface ModelItem {
  picture: string;
  place: string | null;
  /** In steps. */
  deletedAt: number | null;
  /** By staff. */
  isLeftOut: boolean;
  /** Because of whom a rule leaves it out: taken off (-), named (+), while hidden (*) or asked about (=). */
  why: string[];
}

type Answer = 'all' | 'own' | false | null;

/**
 * Who may see which picture, by the rules of domain.md#consent and nothing of the code's: who is on
 * each picture, who has withdrawn consent without an admin's answer, and who agreed to letters of
 * the own family only.
 */
export class HiddenModel {
  readonly #links: Map<string, LetterTokens>;
  readonly people: (string | undefined)[];
  readonly #items = new Map<string, ModelItem>();
  /** Of those who did not say yes to everything. */
  readonly #answers = new Map<string, Answer>();
  /** Whose own photos are hidden until an admin decides. */
  readonly #hidden = new Set<string>();
  /** By picture, for whom an answer is missing. */
  readonly #waiting = new Map<string, Set<string>>();
  /** By picture, whose families alone see it, and whether an admin has yet to decide so. */
  readonly #narrow = new Map<string, Map<string, boolean>>();
  /** By picture, who is named on it as one of the whole facility. */
  readonly #names = new Map<string, Set<string>>();
  /** How often a picture of several people began to wait: else nothing was tried. */
  tried = 0;
  #now = 0;

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
    return [...this.#items].filter(([, { deletedAt }]) => deletedAt === null);
  }

  #livingOf = (picture: string): ModelItem[] =>
    this.#living().flatMap(([, row]) => (row.picture === picture ? [row] : []));

  #answerOf = (id: string): Answer =>
    this.#answers.get(id) ?? (this.#answers.has(id) ? null : 'all');

  #isWaiting = (picture: string): boolean => (this.#waiting.get(picture)?.size ?? 0) > 0;

  #isInQuestion = (picture: string): boolean =>
    this.#isWaiting(picture) || [...(this.#narrow.get(picture)?.values() ?? [])].includes(true);

  #isNamed = (picture: string, id: string): boolean =>
    this.#names.get(picture)?.has(id) === true ||
    this.#livingOf(picture).some(({ place }) => place === id);

  #picturesOf = (id: string): Set<string> =>
    new Set(
      [...this.#items.values()].flatMap(({ picture }) =>
        this.#isNamed(picture, id) ? [picture] : [],
      ),
    );

  #wait(picture: string, id: string): void {
    const waiting = this.#waiting.get(picture) ?? new Set();
    this.#waiting.set(picture, waiting.add(id));
    if (this.#livingOf(picture).length > 1) this.tried += 1;
  }

  #ask(id: string): void {
    this.#hidden.add(id);
    for (const picture of this.#picturesOf(id)) this.#wait(picture, id);
  }

  /** Nobody else's family sees a picture that names somebody who agreed to the own one's only. */
  #limit(picture: string, id: string | null): void {
    if (id === null || this.#answerOf(id) !== 'own') return;
    const limits = this.#narrow.get(picture) ?? new Map<string, boolean>();
    this.#narrow.set(picture, limits);
    if (!limits.has(id)) limits.set(id, false);
  }

  #settle(picture: string, id: string | null): void {
    if (id === null || this.#isNamed(picture, id)) return;
    if (this.#narrow.get(picture)?.get(id) === false) this.#narrow.get(picture)?.delete(id);
  }

  /** Whether everybody who is named allows it. */
  #isAgreed(picture: string, place: string | null): boolean {
    const names = [...(this.#names.get(picture) ?? [])].map(this.#answerOf);
    const own = this.#livingOf(picture)
      .flatMap((row) => row.place ?? [])
      .map(this.#answerOf);
    if (place === null) return [...names, ...own].every((answer) => answer === 'all');
    return names.every((answer) => answer === 'all' || answer === 'own');
  }

  /** Whether a file can be uploaded there. */
  mayTake(picture: string, place: string | null): boolean {
    const isThere = this.#livingOf(picture).some((row) => row.place === place);
    const isTaken = place === null || ['all', 'own'].includes(String(this.#answerOf(place)));
    return !isThere && isTaken && this.#isAgreed(picture, place);
  }

  /** The living item of a picture of the whole facility, if there is one. */
  forAll = (picture: string): string | undefined =>
    this.#living().find(([, row]) => row.picture === picture && row.place === null)?.[0];

  namesOf = (picture: string): string[] => [...(this.#names.get(picture) ?? [])];

  /** Who names somebody that has not agreed leaves the picture out by that. */
  named(picture: string, id: string): void {
    const isAsked =
      this.#waiting.get(picture)?.has(id) === true || this.#narrow.get(picture)?.get(id) === true;
    const isHidden = this.#hidden.has(id);
    const sign = isAsked ? '=' : isHidden ? '*' : '+';
    this.#names.set(picture, (this.#names.get(picture) ?? new Set()).add(id));
    if (this.#answerOf(id) !== 'all') this.#leaveOut(picture, `${sign}${id}`);
    if (isHidden) this.#wait(picture, id);
    else this.#limit(picture, id);
  }

  unnamed(picture: string, id: string): void {
    const marks = new Set(this.#all(picture).flatMap(({ why }) => why));
    const isAsked =
      this.#waiting.get(picture)?.has(id) === true || this.#narrow.get(picture)?.get(id) === true;
    if (isAsked && !marks.has(`*${id}`) && !marks.has(`=${id}`)) {
      throw new Error('a name was taken from a picture in question');
    }
    this.#names.get(picture)?.delete(id);
    this.#settle(picture, id);
    for (const sign of ['+', '*', '=']) this.#letIn(picture, `${sign}${id}`);
    if (!marks.has(`*${id}`)) return;
    this.#waiting.get(picture)?.delete(id);
    if (this.#narrow.get(picture)?.get(id) === true) this.#narrow.get(picture)?.delete(id);
  }

  /** The pictures that a resident's family sees. */
  seenBy(residentId: string): string[] {
    const seen = this.#living().filter(
      ([, { picture, place, isLeftOut, why }]) =>
        (place === null || place === residentId) &&
        !isLeftOut &&
        why.length === 0 &&
        !this.#isWaiting(picture) &&
        [...(this.#narrow.get(picture)?.keys() ?? [])].every((id) => id === residentId),
    );
    return [...new Set(seen.map(([, { picture }]) => picture))].sort();
  }

  pictureOf = (itemId: string): string => this.#items.get(itemId)?.picture ?? `unknown ${itemId}`;

  added(id: string, picture: string, place: string | null): void {
    this.#items.set(id, { picture, place, deletedAt: null, isLeftOut: false, why: [] });
    this.#limit(picture, place);
  }

  #requirePlaceable(picture: string, place: string | null): void {
    if (this.#isInQuestion(picture)) throw new Error('a hidden picture was moved or copied');
    if (!this.#isAgreed(picture, place)) throw new Error('a picture was shown without consent');
  }

  copied(from: string, id: string, place: string | null): void {
    const row = this.#get(from);
    this.#requirePlaceable(row.picture, place);
    this.#items.set(id, { ...row, place, why: [...row.why] });
    this.#limit(row.picture, place);
  }

  moved(id: string, place: string | null): void {
    const row = this.#get(id);
    if (row.place === place) return;
    this.#requirePlaceable(row.picture, place);
    const before = row.place;
    row.place = place;
    this.#settle(row.picture, before);
    this.#limit(row.picture, place);
  }

  leftOut(id: string, isLeftOut: boolean): void {
    const row = this.#get(id);
    const isOut = row.isLeftOut || row.why.length > 0;
    const place = row.why.length === 0 ? (row.place ?? '') : row.place;
    if (isOut && !isLeftOut && !this.#isAgreed(row.picture, place)) {
      throw new Error('a picture came back without consent');
    }
    // It is for an admin to decide.
    if (isLeftOut && row.why.length > 0) return;
    row.isLeftOut = isLeftOut;
    row.why = [];
  }

  deleted(id: string): void {
    const row = this.#get(id);
    const { picture, place } = row;
    const isLimited = place !== null && this.#narrow.get(picture)?.has(place) === true;
    const isHidden = place !== null && this.#waiting.get(picture)?.has(place) === true;
    if (place !== null && (isLimited || isHidden)) this.#leaveOut(picture, `-${place}`, place);
    row.deletedAt = this.#now;
    this.#settle(picture, place);
  }

  restored(id: string): void {
    const row = this.#get(id);
    const since = row.deletedAt;
    if (since === null) return;
    row.deletedAt = null;
    const { picture, place } = row;
    if (place !== null && !['all', 'own'].includes(String(this.#answerOf(place)))) this.#ask(place);
    this.#limit(picture, place);
    if (place !== null) this.#letIn(picture, `-${place}`);
    for (const one of this.#all(picture)) {
      if (one.deletedAt === null || one.deletedAt < since || one.place === null) continue;
      const isBack = this.#livingOf(picture).some((other) => other.place === one.place);
      const isAgreed = this.#answerOf(one.place) === 'all';
      if (!isBack && !isAgreed && !row.isLeftOut) row.why.push(`-${one.place}`);
    }
  }

  forgotten(): void {
    for (const [id, { deletedAt }] of this.#items) if (deletedAt !== null) this.#items.delete(id);
    const pictures = new Set([...this.#items.values()].map(({ picture }) => picture));
    for (const [picture, names] of this.#names) {
      if (pictures.has(picture)) continue;
      this.#names.delete(picture);
      for (const id of names) this.#settle(picture, id);
    }
  }

  consented(id: string, answer: Answer): void {
    const before = this.#answerOf(id);
    this.#answers.set(id, answer);
    if (answer === 'all' || answer === 'own') {
      const wasNarrow = before === 'own' && !this.#hidden.has(id);
      this.#end(id);
      this.#hidden.delete(id);
      if (answer === 'all') this.#unlimit(id);
      else if (!wasNarrow) this.#narrowAll(id);
      return;
    }
    this.#unlimit(id);
    const wasYes = before === 'all' || before === 'own';
    if (answer !== before && (wasYes || answer === false)) this.#ask(id);
  }

  #unlimit(id: string): void {
    for (const limits of this.#narrow.values()) limits.delete(id);
  }

  #narrowAll(id: string): void {
    for (const picture of this.#picturesOf(id)) {
      const isShared = this.#livingOf(picture).some(({ place }) => place !== id);
      const limits = this.#narrow.get(picture) ?? new Map<string, boolean>();
      this.#narrow.set(picture, limits.set(id, isShared));
      if (isShared) this.tried += 1;
    }
  }

  answered(
    id: string,
    decision: 'keep' | 'choose' | 'delete' | 'own',
    itemIds: readonly string[],
  ): void {
    if (!this.#hidden.has(id)) {
      this.#answeredForOthers(id, decision, itemIds);
      return;
    }
    for (const [picture, waiting] of this.#waiting) {
      if (!waiting.has(id) || decision === 'keep') continue;
      const isChosen = itemIds.some((itemId) => this.pictureOf(itemId) === picture);
      if (decision === 'delete' || isChosen) this.#leaveOut(picture, `-${id}`, id);
    }
    for (const [itemId, row] of this.#items) {
      const isGone = decision === 'delete' || (decision === 'choose' && itemIds.includes(itemId));
      if (row.place === id && isGone) row.deletedAt ??= this.#now;
    }
    this.#end(id);
    if (decision !== 'delete') this.#hidden.delete(id);
  }

  #answeredForOthers(id: string, decision: string, itemIds: readonly string[]): void {
    for (const [picture, limits] of this.#narrow) {
      if (limits.get(id) !== true) continue;
      const isChosen = itemIds.some((itemId) => this.pictureOf(itemId) === picture);
      const isShown = decision === 'keep' || (decision === 'choose' && !isChosen);
      if (isShown) limits.delete(id);
      else limits.set(id, false);
      this.#settle(picture, id);
    }
  }

  removed(id: string): void {
    for (const [picture, waiting] of this.#waiting) {
      if (waiting.has(id)) this.#leaveOut(picture, `-${id}`, id);
    }
    for (const [picture, limits] of this.#narrow) {
      if (limits.has(id)) this.#leaveOut(picture, `-${id}`, id);
    }
    this.#end(id);
    this.#unlimit(id);
    for (const names of this.#names.values()) names.delete(id);
    this.#links.delete(id);
    this.people[this.people.indexOf(id)] = undefined;
  }

  #all = (picture: string): ModelItem[] =>
    [...this.#items.values()].filter((row) => row.picture === picture);

  #leaveOut(picture: string, mark: string, but?: string): void {
    for (const row of this.#all(picture)) {
      if (!row.isLeftOut && row.place !== but) row.why.push(mark);
    }
  }

  #letIn(picture: string, mark: string): void {
    for (const row of this.#all(picture)) {
      const at = row.why.indexOf(mark);
      if (at >= 0) row.why.splice(at, 1);
    }
  }

  stepped(): void {
    this.#now += 1;
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
