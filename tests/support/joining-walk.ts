import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { ANOTHER, JoinInput } from '#domains/people/joining/application.ts';
import { apply } from '#domains/people/joining/apply.ts';
import { askForProof, readOwnApplication } from '#domains/people/joining/own-application.ts';
import { proveAddress, readProof } from '#domains/people/joining/prove-address.ts';
import { findOpenSheet, renewSheet } from '#domains/people/joining/resident-sheets.ts';
import { readApplications } from '#domains/people/joining/read-applications.ts';
import {
  acceptApplication,
  acceptSeveral,
  refuseApplication,
} from '#domains/people/joining/take-in-families.ts';
import { changeFamily, readFamilies, removeFamily } from '#domains/people/manage-families.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import type { Cast, CastActor } from './cast.ts';
import { makeLetter, makeResident } from './factories.ts';
import { mailsOf } from './mailbox.ts';
import { Random } from './random.ts';
import type { TestRuntime } from './runtime.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SHEET_DAYS = 90;
const MAILBOXES = Array.from({ length: 8 }, (_, n) => `yubin${n}@example.jp`);

interface Person {
  id: string;
  /** What nobody may read who has not been taken in. */
  secrets: string[];
  name: string;
  hasLeft: boolean;
}

interface Code {
  code: string;
  of: Person;
  until: number;
  isNewest: boolean;
}

interface Applied {
  token: string;
  of: Person;
  email: string | null;
  isProved: boolean;
  state: 'waiting' | 'taken_in' | 'refused';
}

interface Link {
  token: string;
  of: Applied;
  email: string;
  until: number;
}

/**
 * Makes and renews sheets, enters relatives with old and new codes, lets scanners open every link of
 * every mail, presses some buttons early and late, takes in, refuses, moves residents out, corrects
 * addresses and sends the months' letters, at random. A model that was told of each step knows what
 * may be open, and who may get a mail (P40). @returns what was wrong, with the steps that led there
 */
export async function walkJoining(
  rt: TestRuntime,
  { cast, admin }: { cast: Cast; admin: CastActor },
  seed: number,
  steps: number,
): Promise<string[]> {
  const walk = new JoiningWalk(rt, cast, admin, new Random(seed));
  return walk.run(steps);
}

class JoiningWalk {
  readonly #rt: TestRuntime;
  readonly #cast: Cast;
  readonly #admin: CastActor;
  readonly #random: Random;
  readonly #people: Person[] = [];
  readonly #codes: Code[] = [];
  readonly #applied: Applied[] = [];
  readonly #links: Link[] = [];
  /** Proven by its owner and taken in, or typed by an admin. */
  readonly #good = new Set<string>();
  #mails = 0;

  constructor(rt: TestRuntime, cast: Cast, admin: CastActor, random: Random) {
    this.#rt = rt;
    this.#cast = cast;
    this.#admin = admin;
    this.#random = random;
  }

  async run(steps: number): Promise<string[]> {
    for (let n = 0; n < 4; n++) await this.#moveIn(n);
    await makeLetter(this.#rt, this.#cast.host.id, 202610);
    await makeLetter(this.#rt, this.#cast.host.id, 202611);
    const trace: string[] = [];
    for (let n = 0; n < steps; n++) {
      const act = this.#random.pick(this.#acts);
      const wrong = await act();
      trace.push(act.name);
      const all = [...wrong, ...(await this.#check())];
      if (all.length > 0) return [...trace.slice(-12), ...all];
    }
    return this.#seen();
  }

  /** A walk that met nothing has proven nothing. */
  #seen(): string[] {
    const count = (state: Applied['state']) => this.#applied.filter((one) => one.state === state);
    const met = {
      taken: count('taken_in').length,
      refused: count('refused').length,
      proofs: this.#links.length,
      good: this.#good.size,
      dead: this.#codes.filter((code) => !this.#isOpen(code)).length,
    };
    return Object.entries(met).flatMap(([what, n]) => (n === 0 ? [`met no ${what}`] : []));
  }

  async #moveIn(n: number): Promise<void> {
    const name = `登録 ${'アイウエオカキク'[n] ?? ''}名`;
    const room = `極秘${n}`;
    const { id, token } = await makeResident(this.#rt, this.#cast.host.id, {
      ...{ name, room, name_kana: `カクシ ヨミ${'アイウエ'[n] ?? ''}`, photo_consent: null },
    });
    this.#people.push({ id, name, secrets: [name, room, token, 'カクシ'], hasLeft: false });
  }

  get #acts(): (() => Promise<string[]>)[] {
    const { apply: enter, press } = this;
    return [
      ...[this.renew, this.renew, enter, enter, enter, enter, this.scan],
      ...[press, press, press, this.correct, this.takeIn, this.takeIn, this.takeAllIn],
      ...[this.refuse, this.passTime, this.passTime, this.typeAddress, this.leave, this.remove],
    ].map((act) => Object.defineProperty(act.bind(this), 'name', { value: act.name }));
  }

  async renew(): Promise<string[]> {
    const of = this.#random.pick(this.#people);
    const made = await renewSheet(this.#rt, this.#admin, of.id).catch(refusal);
    if (made instanceof AppError) return of.hasLeft ? [] : [`no sheet: ${made.message}`];
    for (const code of this.#codes) if (code.of === of) code.isNewest = false;
    const until = this.#now + SHEET_DAYS * DAY_MS;
    this.#codes.push({ code: made.code, of, until, isNewest: true });
    return of.hasLeft ? ['a sheet of somebody who has left'] : [];
  }

  async apply(): Promise<string[]> {
    if (this.#codes.length === 0) return [];
    const code = this.#random.pick(this.#codes);
    const delivery = this.#random.pick(['email', 'email', 'email', 'link', 'print']);
    const token = randomToken();
    const email = this.#random.pick(MAILBOXES);
    const home = { postcode: '1040061', pref: '東京都', city: '中央区', street: '1-1' };
    const fields = { code: code.code, token, residentName: code.of.name, name: '応募 一郎' };
    const given = { ...fields, relationship: '長男', delivery, email, answer: 'own' };
    const input = JoinInput.parse({ ...given, ...(delivery === 'print' && home) });
    const done = await apply(this.#rt, input, { address: '192.0.2.9' }).catch(refusal);
    const isOpen = this.#isOpen(code);
    if (done instanceof AppError) {
      if (done.status === 429) return [];
      return isOpen ? [`refused: ${done.message}`] : [];
    }
    if (!isOpen) return ['a code that has ended took somebody in'];
    this.#applied.push({
      ...{ token, of: code.of, email: input.email, isProved: false, state: 'waiting' },
    });
    return [];
  }

  /** A mail program that opens whatever comes. */
  async scan(): Promise<string[]> {
    for (const { token } of this.#links) await readProof(this.#rt, token);
    return [];
  }

  async press(): Promise<string[]> {
    if (this.#links.length === 0) return [];
    const { token, of, email, until } = this.#random.pick(this.#links);
    const { state } = await proveAddress(this.#rt, token);
    const fits = of.state === 'waiting' && of.email === email;
    const isGood = fits && (this.#now < until || of.isProved);
    if ((state === 'open') !== isGood) return [`a button was ${state}, expected ${isGood}`];
    if (isGood) of.isProved = true;
    return [];
  }

  async correct(): Promise<string[]> {
    const [of] = this.#waiting(({ email }) => email !== null);
    if (!of) return [];
    const email = this.#random.pick(MAILBOXES);
    const done = await askForProof(this.#rt, of.token, email, { address: '192.0.2.9' }).catch(
      refusal,
    );
    if (done instanceof AppError) return done.status === 429 ? [] : [done.message];
    if (of.email !== email) Object.assign(of, { email, isProved: false });
    return [];
  }

  async takeIn(): Promise<string[]> {
    const id = await this.#anId();
    if (id === null) return [];
    const of = this.#byId.get(id);
    const done = await acceptApplication(this.#rt, this.#admin, id, ANOTHER).catch(refusal);
    const isReady = of !== undefined && isProvedOrNone(of);
    if (done instanceof AppError) return isReady ? [`not taken in: ${done.message}`] : [];
    if (!isReady) return ['taken in without a proof'];
    this.#close(of);
    return [];
  }

  async takeAllIn(): Promise<string[]> {
    const ids = await this.#ids();
    const ready = ids.flatMap((id) => {
      const of = this.#byId.get(id);
      return of && isProvedOrNone(of) ? [of] : [];
    });
    if (ids.length === 0) return [];
    const done = await acceptSeveral(this.#rt, this.#admin, ids, ANOTHER).catch(refusal);
    const count = done instanceof AppError ? 0 : done.count;
    for (const of of ready) this.#close(of);
    return count === ready.length ? [] : [`${count} taken in, expected ${ready.length}`];
  }

  async refuse(): Promise<string[]> {
    const id = await this.#anId();
    const of = id === null ? undefined : this.#byId.get(id);
    if (id === null || !of) return [];
    await refuseApplication(this.#rt, this.#admin, id, 'お名前をお確かめください。');
    of.state = 'refused';
    return [];
  }

  async passTime(): Promise<string[]> {
    const days = this.#random.pick([0.2, 0.9, 2, 20, 60]);
    this.#rt.clock.advance(days * DAY_MS);
    await runDeliveries(this.#rt);
    return [];
  }

  async typeAddress(): Promise<string[]> {
    const families = await readFamilies(this.#rt, this.#admin);
    if (families.length === 0) return [];
    const { id } = this.#random.pick(families);
    const email = `typed${this.#random.int(0, 9)}@example.jp`;
    await changeFamily(this.#rt, this.#admin, id, { email, delivery: 'email' });
    this.#good.add(email);
    return [];
  }

  async leave(): Promise<string[]> {
    const of = this.#random.pick(this.#people);
    if (!this.#random.chance(0.3)) return [];
    const leftOn = of.hasLeft ? null : addDays(civilDateOf(this.#rt.clock.now()), -1);
    await updateResident(this.#rt, this.#admin, of.id, { leftOn });
    of.hasLeft = leftOn !== null;
    return [];
  }

  async remove(): Promise<string[]> {
    const families = await readFamilies(this.#rt, this.#admin);
    if (families.length < 3) return [];
    await removeFamily(this.#rt, this.#admin, this.#random.pick(families).id);
    return [];
  }

  async #check(): Promise<string[]> {
    return [
      ...(await this.#checkMails()),
      ...(await this.#checkCodes()),
      ...(await this.#checkOwnPages()),
    ];
  }

  async #checkMails(): Promise<string[]> {
    const wrong: string[] = [];
    const mails = await mailsOf(this.#rt);
    for (const { kind, recipient, subject, text } of mails.slice(this.#mails)) {
      if (kind === 'address_proof') {
        wrong.push(...this.#told(`${subject}${text}`, '応募').map((it) => `a proof tells ${it}`));
        await this.#keepLink(recipient, text);
      } else if (kind === 'delivery' && !this.#good.has(recipient)) {
        wrong.push(`a letter to ${recipient}`);
      } else if (kind === 'application_decided' && !this.#hasProved(recipient)) {
        wrong.push(`an answer to ${recipient}`);
      }
    }
    this.#mails = mails.length;
    return wrong;
  }

  async #keepLink(email: string, text: string): Promise<void> {
    const token = decodeURIComponent(/token=([^\s&]+)/.exec(text)?.[1] ?? '');
    const [id = '', until] = token.split('.');
    await this.#learnIds();
    const of = this.#byId.get(id);
    if (!of) throw new Error('a proof of no application');
    if (Number(until) - this.#now !== DAY_MS) throw new Error('a proof is good for a day');
    this.#links.push({ token, of, email, until: Number(until) });
  }

  async #checkCodes(): Promise<string[]> {
    const wrong: string[] = [];
    for (const code of this.#codes) {
      const isOpen = (await findOpenSheet(this.#rt, code.code)) !== null;
      if (isOpen !== this.#isOpen(code)) wrong.push(`a code is open: ${isOpen}`);
    }
    return wrong;
  }

  async #checkOwnPages(): Promise<string[]> {
    const wrong: string[] = [];
    for (const { token, state } of this.#applied) {
      const own = await readOwnApplication(this.#rt, token).catch(refusal);
      // With the family, its way in is gone.
      if (own instanceof AppError) continue;
      const is = own.state.is === 'unproved' ? 'waiting' : own.state.is;
      if (is !== state) wrong.push(`a page says ${is}, expected ${state}`);
      if (state !== 'taken_in') wrong.push(...this.#told(JSON.stringify(own)));
    }
    return wrong;
  }

  #told(text: string, ...more: string[]): string[] {
    const secrets = this.#people.flatMap((person) => person.secrets);
    return [...secrets, ...more].filter((secret) => text.includes(secret));
  }

  readonly #byId = new Map<string, Applied>();

  async #ids(): Promise<string[]> {
    const rows = await readApplications(this.#rt, this.#admin);
    const waiting = this.#applied.filter(({ state }) => state === 'waiting');
    if (rows.length !== waiting.length) throw new Error('the list is not of those who wait');
    await this.#learnIds();
    return rows.map(({ id }) => id);
  }

  async #learnIds(): Promise<void> {
    const rows = await this.#rt.db
      .selectFrom('applications')
      .select(['id', 'token_hash'])
      .execute();
    const ids = new Map(rows.map((row) => [row.token_hash, row.id]));
    for (const one of this.#applied) {
      const id = ids.get(hashToken(one.token));
      if (id !== undefined) this.#byId.set(id, one);
    }
  }

  async #anId(): Promise<string | null> {
    const ids = await this.#ids();
    return ids.length === 0 ? null : this.#random.pick(ids);
  }

  #close(of: Applied): void {
    of.state = 'taken_in';
    if (of.email !== null) this.#good.add(of.email);
  }

  #waiting(is: (one: Applied) => boolean): Applied[] {
    return this.#applied.filter((one) => one.state === 'waiting' && is(one));
  }

  #hasProved = (email: string): boolean =>
    this.#applied.some((one) => one.email === email && one.isProved);

  #isOpen = ({ of, until, isNewest }: Code): boolean =>
    isNewest && this.#now < until && !of.hasLeft;

  get #now(): number {
    return this.#rt.clock.now().getTime();
  }
}

const isProvedOrNone = ({ email, isProved }: Applied): boolean => email === null || isProved;

function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
