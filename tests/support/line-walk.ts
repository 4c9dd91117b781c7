import {
  makeCardCodes,
  makeLineCode,
  makeOwnLineCode,
  readCardCodes,
} from '#domains/line/join-codes.ts';
import { endLine } from '#domains/line/end-line.ts';
import { accountOf } from '#domains/line/webhook.ts';
import { openLink, readLetterTokens } from '#domains/letter/link.ts';
import type { Family } from '#domains/people/family.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { AppError } from '#lib/errors.ts';
import type { Line, LineMessage } from '#server/line/line.ts';
import type { Runtime } from '#server/runtime.ts';
import { keyOf } from './issued-links.ts';
import { receive } from './line-families.ts';
import { lineUser, wrote } from './line-platform.ts';
import type { Random } from './random.ts';

/** What was answered last. */
export interface HeardLine extends Line {
  said: string[];
}

/** LINE's platform in the process: takes everything, and remembers what it was told to answer. */
export function heardLine(): HeardLine {
  const said: string[] = [];
  return {
    ...{ kind: 'api', basicId: '@123abcde', said },
    push: () => Promise.resolve(),
    reply: (_token: string, messages: readonly LineMessage[]) =>
      Promise.resolve(void said.push(JSON.stringify(messages))),
    readQuota: () => Promise.resolve({ limit: null, used: 0 }),
    readName: () => Promise.resolve('はな'),
    isSignedByLine: () => true,
    close: () => undefined,
  };
}

/** A code as its holder has it. */
interface IssuedCode {
  code: string;
  familyId: string;
  /** The link that it was taken with. */
  key: string;
  expiresAt: string;
  usedBy: string | null;
  isOver: boolean;
}

const MOST_ACCOUNTS = 5;
const MOST_FAMILIES = 10;
const USERS = 4;
const TOKENS = /resident_token=\w+&family_token=\w+/g;

const tokensIn = (text: string): string[] => [...text.matchAll(TOKENS)].map(([found]) => found);

/** Codes and accounts as they should be, beside the walk over links. */
export class LineWalk {
  readonly #codes: IssuedCode[] = [];
  /** By family: who gets its letters. */
  readonly #joined = new Map<string, Set<string>>();
  #users = 100;
  /** By LINE's clock, which does not go back. */
  #at = Date.parse('2026-10-17T03:00:00.000Z');

  readonly #rt: Runtime;
  readonly #line: HeardLine;

  constructor(rt: Runtime, line: HeardLine) {
    this.#rt = rt;
    this.#line = line;
  }

  /** Whether a renewal of these asks about accounts. */
  hasJoined(familyIds: Iterable<string>): boolean {
    return [...familyIds].some((id) => this.#accountsOf(id).size > 0);
  }

  /** Something about LINE: a code is taken, used, or it all ends. */
  async step(random: Random, actor: Actor, family: Family): Promise<string> {
    switch (random.int(0, 5)) {
      case 0:
        return this.#takeOwn(family);
      case 1: {
        const { code, expiresAt } = await makeLineCode(this.#rt, actor, family.id, 'page');
        this.#issue(family, code, expiresAt);
        return `a code for ${family.id}`;
      }
      case 2:
        return this.#takeCards(actor, family);
      case 3: {
        const user = lineUser(random.int(1, USERS));
        await receive(this.#rt, wrote(user, 'とめる', this.#next()));
        for (const users of this.#joined.values()) users.delete(user);
        return `${user.slice(-2)} stops`;
      }
      case 4: {
        await endLine(this.#rt, actor, family.id);
        this.#joined.delete(family.id);
        this.#endCodes([family.id], false);
        return `ended LINE of ${family.id}`;
      }
      default:
        return this.join(random);
    }
  }

  /** Somebody sends one of the codes that are good. */
  async join(random: Random): Promise<string> {
    const good = this.#codes.filter((one) => this.#isGood(one));
    const [one] = good.length > 0 ? [random.pick(good)] : [];
    if (!one) return 'nothing to join by';
    const user = one.usedBy ?? lineUser(random.int(1, USERS));
    await this.#send(user, one.code);
    const users = this.#accountsOf(one.familyId);
    const families = [...this.#joined.values()].filter((some) => some.has(user)).length;
    const isFull = users.size >= MOST_ACCOUNTS || families >= MOST_FAMILIES;
    // To who has used it and stopped, it is nothing any more.
    const isGone = one.usedBy !== null && !users.has(user);
    if (isGone || (isFull && !users.has(user))) return `${user.slice(-2)} was not joined`;
    one.usedBy = user;
    this.#joined.set(one.familyId, users.add(user));
    return `${user.slice(-2)} joins ${one.familyId}`;
  }

  /** The links of these were replaced, or they are gone. */
  renewed(familyIds: Iterable<string>, keepsLine: boolean): void {
    const ids = [...familyIds];
    this.#endCodes(ids, true);
    if (!keepsLine) for (const id of ids) this.#joined.delete(id);
  }

  /** Tries every code; nothing but what it was taken with may open. @returns what is wrong */
  async check(families: readonly Family[]): Promise<string[]> {
    const live = new Map(families.map((family) => [family.id, keyOf(family)]));
    const wrong: string[] = [];
    for (const one of this.#codes) {
      const isGood = this.#isGood(one);
      if (isGood && live.get(one.familyId) !== one.key) wrong.push(`the model of ${one.familyId}`);
      if (isGood && one.usedBy === null) continue;
      // Of a good one that was used, the person may ask again; all others are tried by a stranger.
      const user = isGood && one.usedBy !== null ? one.usedBy : lineUser(++this.#users);
      const tokens = tokensIn(await this.#send(user, one.code));
      const known = isGood && this.#accountsOf(one.familyId).has(user) ? [one.key] : [];
      if (tokens.join() !== known.map((key) => new URL(key).search.slice(1)).join()) {
        wrong.push(`a code of ${one.familyId} is answered with ${tokens.join()}`);
      }
    }
    wrong.push(...(await this.#checkAccounts(live)), ...(await this.#checkMessages(live)));
    return wrong;
  }

  async #takeOwn(family: Family): Promise<string> {
    const tokens = readLetterTokens(new URL(family.lettersUrl).searchParams);
    const link = tokens && (await openLink(this.#rt, tokens));
    if (!link) throw new Error('the link must open');
    const { code, expiresAt } = await makeOwnLineCode(this.#rt, link);
    this.#issue(family, code, expiresAt);
    return `a code of its own for ${family.id}`;
  }

  async #takeCards(actor: Actor, family: Family): Promise<string> {
    await makeCardCodes(this.#rt, actor, [family.id]);
    const card = (await readCardCodes(this.#rt, actor.host.id)).get(family.id);
    if (!card) throw new Error('the card has no code');
    const known = this.#codes.some(({ code }) => code === card.code);
    if (!known) this.#issue(family, card.code, card.expiresAt);
    return `a card for ${family.id}`;
  }

  #issue(family: Family, code: string, expiresAt: string): void {
    const { id: familyId } = family;
    this.#codes.push({
      code,
      familyId,
      key: keyOf(family),
      expiresAt,
      usedBy: null,
      isOver: false,
    });
  }

  #endCodes(familyIds: readonly string[], usedToo: boolean): void {
    for (const one of this.#codes) {
      if (familyIds.includes(one.familyId) && (usedToo || one.usedBy === null)) one.isOver = true;
    }
  }

  #isGood({ isOver, expiresAt }: IssuedCode): boolean {
    return !isOver && expiresAt > this.#rt.clock.now().toISOString();
  }

  #accountsOf(familyId: string): Set<string> {
    return this.#joined.get(familyId) ?? new Set();
  }

  #next(): { at: number } {
    return { at: (this.#at += 1000) };
  }

  /** @returns the answer */
  async #send(user: string, code: string): Promise<string> {
    this.#line.said.length = 0;
    // Each is a try of its own.
    await this.#rt.db.deleteFrom('rate_limits').execute();
    await receive(this.#rt, wrote(user, code, this.#next()));
    return this.#line.said.join();
  }

  async #checkAccounts(live: ReadonlyMap<string, string>): Promise<string[]> {
    const rows = await this.#rt.db.selectFrom('line_accounts').selectAll().execute();
    const found = rows.map(({ family_id, user_id }) => `${family_id} ${user_id}`).sort();
    const wanted = [...live.keys()]
      .flatMap((id) => [...this.#accountsOf(id)].map((user) => `${id} ${user}`))
      .sort();
    return found.join() === wanted.join() ? [] : [`joined ${found.join()}, not ${wanted.join()}`];
  }

  /** A message that waits holds the links of families whose letters its account gets. */
  async #checkMessages(live: ReadonlyMap<string, string>): Promise<string[]> {
    const waiting = await this.#rt.db
      .selectFrom('outbox')
      .select(['recipient', 'text', 'html'])
      .where('channel', '=', 'line')
      .where('state', '!=', 'sent')
      .execute();
    return waiting.flatMap(({ recipient, text, html }) => {
      const own = [...live].filter(([id]) =>
        [...this.#accountsOf(id)].some((user) => accountOf(user) === recipient),
      );
      const keys = new Set(own.map(([, key]) => new URL(key).search.slice(1)));
      return tokensIn(text + html)
        .filter((tokens) => !keys.has(tokens))
        .map((tokens) => `a message by LINE holds ${tokens}`);
    });
  }
}

/** @returns whether it was refused for want of an answer */
export const refused = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 422) return true;
      throw error;
    },
  );
