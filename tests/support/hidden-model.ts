import type { LetterTokens } from '#lib/paths.ts';
import { ModelItems } from './model-items.ts';

export type HeldAnswer = 'all' | 'own' | false | null;
type Answer = HeldAnswer;

/**
 * Who may see which picture, by the rules of domain.md#consent and nothing of the code's: who is on
 * each picture, who has withdrawn consent without an admin's answer, who agreed to letters of the
 * own family only, and whose family has sent a narrower answer that nobody has resolved.
 */
export class HiddenModel {
  readonly #links: Map<string, LetterTokens>;
  readonly people: (string | undefined)[];
  readonly #items = new ModelItems();
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
  /** The narrowest that a family has sent and nobody has resolved. */
  readonly #sent = new Map<string, 'own' | false>();
  /** By picture, whom such an answer hides it for, and whether it does so without the name. */
  readonly #unresolved = new Map<string, Map<string, boolean>>();
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
  some = (n: number): string[] => this.#items.some(n);

  answerOf = (id: string): Answer =>
    this.#answers.get(id) ?? (this.#answers.has(id) ? null : 'all');

  /** The least of the answer that holds and those that wait. */
  obeyed(id: string): Answer {
    const [held, sent] = [this.answerOf(id), this.#sent.get(id)];
    if (sent === false) return false;
    return sent === 'own' && held === 'all' ? 'own' : held;
  }

  #isWaiting = (picture: string): boolean => (this.#waiting.get(picture)?.size ?? 0) > 0;

  #isInQuestion = (picture: string): boolean =>
    this.#isWaiting(picture) ||
    [this.#narrow, this.#unresolved].some((by) =>
      [...(by.get(picture)?.values() ?? [])].includes(true),
    );

  #isNamed = (picture: string, id: string): boolean =>
    this.#names.get(picture)?.has(id) === true ||
    this.#items.livingOf(picture).some(({ place }) => place === id);

  #picturesOf = (id: string): Set<string> =>
    new Set(
      [...this.#items.byId.values()].flatMap(({ picture }) =>
        this.#isNamed(picture, id) ? [picture] : [],
      ),
    );

  #wait(picture: string, id: string): void {
    this.#waiting.set(picture, this.#waitingFor(picture).add(id));
    if (this.#items.livingOf(picture).length > 1) this.tried += 1;
  }

  #ask(id: string): void {
    this.#hidden.add(id);
    for (const picture of this.#picturesOf(id)) this.#wait(picture, id);
  }

  /** Nobody else's family sees a picture that names somebody who agreed to the own one's only. */
  #limit(picture: string, id: string | null): void {
    if (id === null) return;
    const sent = this.#sent.get(id);
    if (this.answerOf(id) === 'own') this.#hide(this.#narrow, picture, id, false);
    if (sent !== undefined) this.#hide(this.#unresolved, picture, id, sent === false);
  }

  #hide(by: Map<string, Map<string, boolean>>, picture: string, id: string, asks: boolean): void {
    const hides = by.get(picture) ?? new Map<string, boolean>();
    by.set(picture, hides);
    if (!hides.has(id)) hides.set(id, asks);
  }

  #settle(picture: string, id: string | null): void {
    if (id === null || this.#isNamed(picture, id)) return;
    for (const by of [this.#narrow, this.#unresolved]) {
      if (by.get(picture)?.get(id) === false) by.get(picture)?.delete(id);
    }
  }

  /** @param answer the narrowest that waits now; undefined: none narrower than everything */
  obeys(id: string, answer: 'own' | false | undefined): void {
    if (this.#sent.get(id) === answer) return;
    if (answer === undefined) this.#sent.delete(id);
    else this.#sent.set(id, answer);
    for (const [picture, hides] of this.#unresolved) {
      const stays = !this.#isNamed(picture, id) && hides.get(id) === true;
      if (!stays || answer === undefined) hides.delete(id);
      if (stays) this.#goOn(picture, id);
    }
    if (answer === undefined) return;
    for (const picture of this.#picturesOf(id)) {
      const isShared = this.#items.livingOf(picture).some(({ place }) => place !== id);
      this.#hide(this.#unresolved, picture, id, answer === false || isShared);
      if (isShared) this.tried += 1;
    }
  }

  /** A picture whose name was taken away meanwhile stays in question under what holds. */
  #goOn(picture: string, id: string): void {
    if (this.#hidden.has(id)) this.#waiting.set(picture, this.#waitingFor(picture).add(id));
    else if (this.answerOf(id) === 'own') this.#hide(this.#narrow, picture, id, true);
  }

  #waitingFor = (picture: string): Set<string> => this.#waiting.get(picture) ?? new Set();

  /** Whether everybody who is named allows it. */
  #isAgreed(picture: string, place: string | null): boolean {
    const obeyed = (id: string): Answer => this.obeyed(id);
    const names = [...(this.#names.get(picture) ?? [])].map(obeyed);
    const own = this.#items
      .livingOf(picture)
      .flatMap((row) => row.place ?? [])
      .map(obeyed);
    if (place === null) return [...names, ...own].every((answer) => answer === 'all');
    return names.every((answer) => answer === 'all' || answer === 'own');
  }

  /** Whether a file can be uploaded there. */
  mayTake(picture: string, place: string | null): boolean {
    const isThere = this.#items.livingOf(picture).some((row) => row.place === place);
    const isTaken = place === null || ['all', 'own'].includes(String(this.obeyed(place)));
    return !isThere && isTaken && this.#isAgreed(picture, place);
  }

  /** The living item of a picture of the whole facility, if there is one. */
  forAll = (picture: string): string | undefined =>
    this.#items.living().find(([, row]) => row.picture === picture && row.place === null)?.[0];

  namesOf = (picture: string): string[] => [...(this.#names.get(picture) ?? [])];

  /** Who names somebody that has not agreed leaves the picture out by that. */
  named(picture: string, id: string): void {
    const sign = this.#signOf(picture, id);
    this.#names.set(picture, (this.#names.get(picture) ?? new Set()).add(id));
    if (this.obeyed(id) !== 'all') this.#items.leaveOut(picture, `${sign}${id}`);
    if (this.#hidden.has(id)) this.#wait(picture, id);
    this.#limit(picture, id);
  }

  #signOf(picture: string, id: string): string {
    const byHolding = this.#hidden.has(id) && !this.#isAskedByHolding(picture, id);
    const byWaiting = this.#sent.get(id) === false && !this.#isAskedByWaiting(picture, id);
    if (!this.#isAsked(picture, id)) return byHolding || byWaiting ? '*' : '+';
    return byHolding ? '!' : byWaiting ? '~' : '=';
  }

  #isAskedByHolding = (picture: string, id: string): boolean =>
    this.#waitingFor(picture).has(id) || this.#narrow.get(picture)?.get(id) === true;
  #isAskedByWaiting = (picture: string, id: string): boolean =>
    this.#unresolved.get(picture)?.get(id) === true;
  #isAsked = (picture: string, id: string): boolean =>
    this.#isAskedByHolding(picture, id) || this.#isAskedByWaiting(picture, id);

  unnamed(picture: string, id: string): void {
    const marks = new Set(this.#items.all(picture).flatMap(({ why }) => why));
    const has = (...signs: string[]): boolean => signs.some((sign) => marks.has(`${sign}${id}`));
    if (this.#isAsked(picture, id) && !has('*', '=', '!', '~')) {
      throw new Error('a name was taken from a picture in question');
    }
    this.#names.get(picture)?.delete(id);
    this.#settle(picture, id);
    for (const sign of ['+', '*', '=', '!', '~']) this.#items.letIn(picture, `${sign}${id}`);
    if (has('*', '!')) {
      this.#waiting.get(picture)?.delete(id);
      if (this.#narrow.get(picture)?.get(id) === true) this.#narrow.get(picture)?.delete(id);
    }
    if (has('*', '~') && this.#isAskedByWaiting(picture, id)) {
      this.#unresolved.get(picture)?.delete(id);
    }
  }

  /** The pictures that a resident's family sees. */
  seenBy(residentId: string): string[] {
    const seen = this.#items
      .living()
      .filter(
        ([, { picture, place, isLeftOut, why }]) =>
          (place === null || place === residentId) &&
          !isLeftOut &&
          why.length === 0 &&
          !this.#isWaiting(picture) &&
          [...(this.#narrow.get(picture)?.keys() ?? [])].every((id) => id === residentId) &&
          [...(this.#unresolved.get(picture)?.keys() ?? [])].every(
            (id) => id === residentId && this.#sent.get(id) === 'own',
          ),
      );
    return [...new Set(seen.map(([, { picture }]) => picture))].sort();
  }

  pictureOf = (itemId: string): string =>
    this.#items.byId.get(itemId)?.picture ?? `unknown ${itemId}`;

  added(id: string, picture: string, place: string | null): void {
    this.#items.byId.set(id, { picture, place, deletedAt: null, isLeftOut: false, why: [] });
    this.#limit(picture, place);
  }

  #requirePlaceable(picture: string, place: string | null): void {
    if (this.#isInQuestion(picture)) throw new Error('a hidden picture was moved or copied');
    if (!this.#isAgreed(picture, place)) throw new Error('a picture was shown without consent');
  }

  copied(from: string, id: string, place: string | null): void {
    const row = this.#items.get(from);
    this.#requirePlaceable(row.picture, place);
    this.#items.byId.set(id, { ...row, place, why: [...row.why] });
    this.#limit(row.picture, place);
  }

  moved(id: string, place: string | null): void {
    const row = this.#items.get(id);
    if (row.place === place) return;
    this.#requirePlaceable(row.picture, place);
    const before = row.place;
    row.place = place;
    this.#settle(row.picture, before);
    this.#limit(row.picture, place);
  }

  leftOut(id: string, isLeftOut: boolean): void {
    const row = this.#items.get(id);
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
    const row = this.#items.get(id);
    const { picture, place } = row;
    const isLimited = place !== null && this.#narrow.get(picture)?.has(place) === true;
    const isHidden =
      place !== null &&
      (this.#waitingFor(picture).has(place) || this.#unresolved.get(picture)?.has(place) === true);
    if (place !== null && (isLimited || isHidden))
      this.#items.leaveOut(picture, `-${place}`, place);
    row.deletedAt = this.#now;
    this.#settle(picture, place);
  }

  restored(id: string): void {
    const row = this.#items.get(id);
    const since = row.deletedAt;
    if (since === null) return;
    row.deletedAt = null;
    const { picture, place } = row;
    if (place !== null && !['all', 'own'].includes(String(this.answerOf(place)))) this.#ask(place);
    this.#limit(picture, place);
    if (place !== null) this.#items.letIn(picture, `-${place}`, row);
    for (const one of this.#items.all(picture)) {
      if (one.deletedAt === null || one.deletedAt < since || one.place === null) continue;
      const isBack = this.#items.livingOf(picture).some((other) => other.place === one.place);
      const isAgreed = this.obeyed(one.place) === 'all';
      if (!isBack && !isAgreed && !row.isLeftOut) row.why.push(`-${one.place}`);
    }
  }

  forgotten(): void {
    for (const [id, { deletedAt }] of this.#items.byId)
      if (deletedAt !== null) this.#items.byId.delete(id);
    const pictures = new Set([...this.#items.byId.values()].map(({ picture }) => picture));
    for (const [picture, names] of this.#names) {
      if (pictures.has(picture)) continue;
      this.#names.delete(picture);
      for (const id of names) this.#settle(picture, id);
    }
  }

  consented(id: string, answer: Answer): void {
    const before = this.answerOf(id);
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
      const isShared = this.#items.livingOf(picture).some(({ place }) => place !== id);
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
    for (const picture of new Set([...this.#waiting.keys(), ...this.#unresolved.keys()])) {
      const isHidden = this.#unresolved.get(picture)?.has(id) === true;
      if (!(isHidden || this.#waitingFor(picture).has(id)) || decision === 'keep') continue;
      const isChosen = itemIds.some((itemId) => this.pictureOf(itemId) === picture);
      if (decision === 'delete' || isChosen) this.#items.leaveOut(picture, `-${id}`, id);
    }
    for (const [itemId, row] of this.#items.byId) {
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
      if (waiting.has(id)) this.#items.leaveOut(picture, `-${id}`, id);
    }
    for (const [picture, limits] of [...this.#narrow, ...this.#unresolved]) {
      if (limits.has(id)) this.#items.leaveOut(picture, `-${id}`, id);
      limits.delete(id);
    }
    this.#end(id);
    this.#unlimit(id);
    for (const names of this.#names.values()) names.delete(id);
    this.#links.delete(id);
    this.people[this.people.indexOf(id)] = undefined;
  }

  stepped(): void {
    this.#now += 1;
  }

  #end(id: string): void {
    for (const waiting of this.#waiting.values()) waiting.delete(id);
  }
}
