import { readStopPage, takeStop } from '#domains/letter/receive/stop-by-mail.ts';
import { changeOwnWay } from '#domains/letter/receive/change-own-way.ts';
import { pressAddress, readAddressPage } from '#domains/letter/receive/own-address.ts';
import { OwnWayPress } from '#domains/letter/receive/own-way.ts';
import { openLink, readLetterTokens } from '#domains/letter/link.ts';
import { findLoginLink, sendLoginLink } from '#domains/account/session/login-link.ts';
import { heldBack } from '#domains/account/session/login-link.ts';
import {
  checkPasswordToken,
  requestPasswordReset,
  resetPassword,
} from '#domains/account/password/reset-password.ts';
import { ResetPasswordInput } from '#domains/account/staff.ts';
import { JoinInput } from '#domains/people/joining/application.ts';
import { apply } from '#domains/people/joining/apply.ts';
import { readOwnApplication } from '#domains/people/joining/own-application.ts';
import { proveAddress, readProof } from '#domains/people/joining/prove-address.ts';
import { findOpenSheet, renewSheet } from '#domains/people/joining/resident-sheets.ts';
import {
  acceptApplication,
  readApplications,
  refuseApplication,
} from '#domains/people/joining/take-in-families.ts';
import { readConsentSheets } from '#domains/paper/print/read-consent-sheets.ts';
import { readInvitations } from '#domains/paper/print/read-invitations.ts';
import { readJoiningSheets } from '#domains/paper/print/read-joining-sheets.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import type { Registered } from './issued-links.ts';
import { keyOf } from './issued-links.ts';
import { inWords } from './mailbox.ts';
import type { Random } from './random.ts';
import { stopTokenOf } from './stop-links.ts';
import { pressed } from './stop-walk.ts';
import type { Home } from './walk-home.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const FORMER_MS = 14 * DAY_MS;
const SHEET_MS = 90 * DAY_MS;
const WAY_IN_MS = HOUR_MS / 2;
const CLIENT = { address: '203.0.113.7' };
/** Of families, of their new mailboxes, and of those who enter themselves. */
const OWN_ADDRESSES = ['a@example.jp', 'b@example.jp', 'd@example.jp', 'e@example.jp'];
const APPLIES = ['f@example.jp', 'g@example.jp'];
const PAPER = { postcode: '1000001', pref: '東京都', city: '千代田区', town: '', street: '1-1' };

/** How a family's letters come. */
interface Row {
  id: string;
  email: string | null;
  delivery: string;
  by_line: number;
  also_by_mail: number;
  paused_until: number | null;
  stopped_at: string | null;
  token: string;
}

/** A button about an address, in a mail that was ever written. */
interface Button {
  token: string;
  kind: 'new' | 'former';
  familyId: string;
  email: string;
  until: number;
  isOver: boolean;
}

/** A mailbox that lost a family's letters, and may take them back. */
interface Right {
  familyId: string;
  email: string;
  until: number;
  /** When the family had come there. */
  came: number;
}

interface Timed {
  token: string;
  until: number;
  isOver: boolean;
}

interface Applied {
  own: string;
  email: string;
  isProved: boolean;
  state: 'waiting' | 'refused' | { tookIn: string; key: string };
}

/** Who did the step, as far as buttons are concerned. */
type Cause =
  | { by: 'family'; id: string; what: string }
  | { by: 'mailbox'; email: string; hostId: string }
  | { by: 'button'; button: Button }
  | { by: 'staff' };

/**
 * Every address in every mail, card and sheet that was ever made, beside the walk over links: what each
 * may open is known from what happened, and each is tried again after every step (P33, P51).
 */
export class MailWalk {
  readonly #rt: Runtime;
  readonly #homes: Home[];
  readonly #known = new Set<string>();
  readonly #buttons: Button[] = [];
  #rights: Right[] = [];
  readonly #came = new Map<string, number>();
  #comings = 0;
  /** Of letters, by their tokens. */
  readonly #letters = new Set<string>();
  readonly #stops = new Map<string, { hostId: string; email: string }>();
  readonly #proofs: (Timed & { of: Applied })[] = [];
  readonly #applied: Applied[] = [];
  readonly #sheets: (Timed & { residentId: string })[] = [];
  readonly #resets: (Timed & { email: string })[] = [];
  readonly #waysIn: (Timed & { email: string })[] = [];
  #before: Row[] = [];
  #cause: Cause = { by: 'staff' };
  readonly met = new Map<string, number>();

  constructor(rt: Runtime, homes: Home[]) {
    this.#rt = rt;
    this.#homes = homes;
  }

  /** In a database in which others have walked. */
  async begin(): Promise<void> {
    for (const { id } of await this.#outbox()) this.#known.add(id);
  }

  /** Somebody presses, opens or writes. @returns what was done; families are neither ended nor changed by it, but by its cause */
  async step(random: Random, home: Home, own: Registered[]): Promise<string> {
    await this.#rt.db.deleteFrom('rate_limits').execute();
    const family = random.pick(own);
    const [what, act] = random.pick<[string, () => Promise<unknown>]>([
      ['own', () => this.#own(random, family)],
      ['own', () => this.#own(random, family)],
      ['asks', () => this.#ask(random, family)],
      ['asks', () => this.#ask(random, family)],
      ['presses', () => this.#press(random)],
      ['presses', () => this.#press(random)],
      ['presses', () => this.#press(random)],
      ['presses the newest', () => this.#press(random, 3)],
      ['presses the newest', () => this.#press(random, 3)],
      ['stops by mail', () => this.#stop(random)],
      ['applies', () => this.#apply(random, home)],
      ['proves', () => this.#prove(random)],
      ['decides', () => this.#decide(random, home)],
      ['prints', () => this.#print(home)],
      ['asks for a password', () => this.#askForPassword(random, home)],
      ['resets', () => this.#reset(random)],
    ]);
    this.#met(what);
    const said = await act();
    return `${what} ${typeof said === 'string' ? said : ''}`;
  }

  /** Staff said how a family's letters come. */
  changedByStaff(): void {
    this.#cause = { by: 'staff' };
  }

  async #own(random: Random, family: Registered): Promise<string> {
    const press = random.pick<Record<string, string>>([
      { press: 'pause', letters: '1' },
      { press: 'resume' },
      { press: 'stop' },
      { press: 'email' },
      { press: 'paper', ...PAPER },
    ]);
    await this.#pressOwn(family, press);
    return `${press['press']} of ${family.id}`;
  }

  async #ask(random: Random, family: Registered): Promise<string> {
    const email = random.pick(OWN_ADDRESSES);
    await this.#pressOwn(family, { press: 'address', email });
    return `${email} for ${family.id}`;
  }

  async #pressOwn(family: Registered, press: Record<string, string>): Promise<void> {
    const tokens = readLetterTokens(new URL(family.lettersUrl).searchParams);
    const link = tokens && (await openLink(this.#rt, tokens));
    if (!link) throw new Error('no link');
    this.#cause = { by: 'family', id: family.id, what: press['press'] ?? '' };
    await changeOwnWay(this.#rt, link, OwnWayPress.parse(press), CLIENT);
  }

  /** Any that was ever mailed, or one of the newest. */
  async #press(random: Random, newest = this.#buttons.length): Promise<string> {
    if (this.#buttons.length === 0) return 'nothing';
    const button = random.pick(this.#buttons.slice(-newest));
    const row = this.#before.find(({ id }) => id === button.familyId);
    const isOpen = this.#isOpen(button, row);
    if (isOpen) {
      this.#met(button.kind);
      this.#cause = { by: 'button', button };
    }
    const { state } = await pressAddress(this.#rt, button.token);
    const [now] = (await this.#rows()).filter(({ id }) => id === button.familyId);
    if (isOpen && (state !== 'done' || !now || !this.#comesTo(now, button))) {
      throw new Error(`a ${button.kind} button did nothing: ${state}`);
    }
    if (!isOpen && JSON.stringify(now) !== JSON.stringify(row)) {
      throw new Error(`a ${button.kind} button that is over changed ${button.familyId}`);
    }
    return `${button.kind} ${button.email} of ${button.familyId}: ${isOpen ? 'good' : 'over'}`;
  }

  async #stop(random: Random): Promise<string> {
    if (this.#stops.size === 0) return 'nothing';
    const [token, mailbox] = random.pick([...this.#stops]);
    this.#cause = { by: 'mailbox', ...mailbox };
    await takeStop(this.#rt, token, pressed('List-Unsubscribe=One-Click'));
    const going = (await this.#rowsOf(mailbox.hostId)).filter(
      ({ email, stopped_at }) => email === mailbox.email && stopped_at === null,
    );
    if (going.length > 0) throw new Error(`an old mail did not stop ${mailbox.email}`);
    return mailbox.email;
  }

  async #apply(random: Random, { actor, residents }: Home): Promise<string> {
    const residentId = random.pick(residents).id;
    const now = this.#now;
    if (random.chance(0.5) || this.#sheets.length === 0) {
      for (const sheet of this.#sheets) if (sheet.residentId === residentId) sheet.isOver = true;
      const { code } = await renewSheet(this.#rt, actor, residentId);
      this.#sheets.push({ token: code, residentId, until: now + SHEET_MS, isOver: false });
    }
    const sheet = random.pick(this.#sheets);
    const own = randomToken();
    const email = random.pick(APPLIES);
    const input = JoinInput.parse({
      ...{ code: sheet.token, token: own, residentName: '佐藤 ハル', name: '応募 一郎' },
      ...{ relationship: '長男', delivery: 'email', email, answer: 'own' },
    });
    const isTaken = await apply(this.#rt, input, CLIENT).then(() => true, refused);
    if (isTaken && !isLive(sheet, now)) throw new Error('a sheet that is over took somebody in');
    if (isTaken) this.#applied.push({ own, email, isProved: false, state: 'waiting' });
    return email;
  }

  async #prove(random: Random): Promise<void> {
    if (this.#proofs.length === 0) return;
    const proof = random.pick(this.#proofs);
    await proveAddress(this.#rt, proof.token);
    if (proof.of.state === 'waiting' && proof.until > this.#now) proof.of.isProved = true;
  }

  async #decide(random: Random, { actor }: Home): Promise<void> {
    const waiting = (await readApplications(this.#rt, actor)).filter(({ isProved }) => isProved);
    if (waiting.length === 0) return;
    const { id } = random.pick(waiting);
    const row = this.#rt.db.selectFrom('applications').select('token_hash').where('id', '=', id);
    const { token_hash: hash } = await row.executeTakeFirstOrThrow();
    const of = this.#applied.find(({ own }) => hashToken(own) === hash);
    if (!of) throw new Error('nobody applied');
    if (random.chance(0.3)) {
      await refuseApplication(this.#rt, actor, id, 'お断りします');
      of.state = 'refused';
    } else {
      const family = await acceptApplication(this.#rt, actor, id);
      of.state = { tookIn: family.id, key: keyOf(family) };
      this.#met('taken in');
    }
  }

  /** Cards and sheets hold addresses as mails do. */
  async #print({ actor }: Home): Promise<void> {
    const cards = await readInvitations(this.#rt, actor, { familyId: null, page: 1 } as never);
    const forms = await readConsentSheets(this.#rt, actor, { residentId: null, page: 1 });
    const sheets = await readJoiningSheets(this.#rt, actor, { residentId: null, page: 1 });
    for (const url of addressesIn(JSON.stringify([cards, forms, sheets]))) this.#learn(url);
  }

  async #askForPassword(random: Random, { actor }: Home): Promise<void> {
    const { id: staffId, host, email } = actor;
    if (email === null) throw new Error('no address');
    if (random.chance(0.5)) return requestPasswordReset(this.#rt, { email }, CLIENT as never);
    const of = { holder: { hostId: host.id, staffId }, email };
    await sendLoginLink(this.#rt, of, heldBack(60)).then(undefined, refused);
  }

  async #reset(random: Random): Promise<void> {
    if (this.#resets.length === 0) return;
    const reset = random.pick(this.#resets);
    const password = `mizu-to-hana-${random.int(1000, 9999)}`;
    const input = ResetPasswordInput.parse({ token: reset.token, password });
    const isDone = await resetPassword(this.#rt, input).then(() => true, refused);
    if (isDone !== isLive(reset, this.#now)) throw new Error(`a password was set: ${isDone}`);
    if (!isDone) return;
    for (const link of [...this.#resets, ...this.#waysIn]) {
      if (link.email === reset.email) link.isOver = true;
    }
  }

  /**
   * After each step of the walk. @param families all that are registered
   * @param ended whose links were renewed, or who were removed
   * @returns what opens and should not, or not
   */
  async check(families: readonly Registered[], ended: Iterable<string>): Promise<string[]> {
    const now = await this.#rows();
    this.#endButtons(now, new Set(ended));
    const wrong = [...(await this.#collect(now)), ...this.#checkTold(now, new Set(ended))];
    this.#before = now;
    this.#cause = { by: 'staff' };
    return [
      ...wrong,
      ...(await this.#checkButtons(now)),
      ...(await this.#checkLetters(families)),
      ...(await this.#checkApplications(families)),
      ...(await this.#checkOthers()),
    ];
  }

  /** What the step has ended, by the rules of docs/domain.md. */
  #endButtons(now: readonly Row[], ended: ReadonlySet<string>): void {
    const cause = this.#cause;
    for (const row of this.#before) {
      const after = now.find(({ id }) => id === row.id);
      if (!after || ended.has(row.id)) this.#endAll(row.id);
      else if (cause.by === 'staff' && wayOf(row, true) !== wayOf(after, true))
        this.#endAll(row.id);
      else if (row.stopped_at === null && after.stopped_at !== null) this.#end(row.id);
      else if (wayOf(row) !== wayOf(after)) this.#end(row.id, 'new');
      if (cause.by === 'mailbox' && after?.stopped_at && row.stopped_at === null) {
        this.#rights = this.#rights.filter(
          ({ familyId, email }) => familyId !== row.id || email !== cause.email,
        );
      }
    }
    if (cause.by !== 'button') return;
    const { familyId, email, kind } = cause.button;
    if (kind === 'former') {
      this.#end(familyId);
      const own = this.#rights.find((one) => one.familyId === familyId && one.email === email);
      this.#rights = this.#rights.filter(
        (one) => one.familyId !== familyId || (one.email !== email && one.came < (own?.came ?? 0)),
      );
    } else this.#end(familyId, 'new');
  }

  #endAll(familyId: string): void {
    this.#end(familyId);
    this.#rights = this.#rights.filter((one) => one.familyId !== familyId);
  }

  #end(familyId: string, kind?: Button['kind']): void {
    for (const button of this.#buttons) {
      if (button.familyId === familyId && (kind ?? button.kind) === button.kind) {
        button.isOver = true;
      }
    }
  }

  /** Reads what was written since. */
  async #collect(now: readonly Row[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const mail of await this.#outbox()) {
      if (this.#known.has(mail.id)) continue;
      this.#known.add(mail.id);
      const urls = addressesIn(mail.text);
      if (mail.kind === 'delivery') {
        const mailbox = { hostId: mail.host_id ?? '', email: mail.recipient };
        this.#stops.set(stopTokenOf(this.#rt, mailbox), mailbox);
      }
      for (const url of urls) wrong.push(...(await this.#take(url, mail)));
      if (mail.kind.startsWith('address_')) wrong.push(...tracesIn(mail, urls));
    }
    const cause = this.#cause;
    if (cause.by === 'button') this.#came.set(cause.button.familyId, ++this.#comings);
    for (const { id, email } of now) {
      const before = this.#before.find((one) => one.id === id);
      if (before && before.email !== email && cause.by === 'staff') {
        this.#came.set(id, ++this.#comings);
      }
    }
    return wrong;
  }

  async #take(url: string, mail: Mail): Promise<string[]> {
    const { pathname, searchParams } = new URL(url);
    const token = searchParams.get('token') ?? '';
    const { recipient: email } = mail;
    const now = this.#now;
    switch (pathname) {
      case pathOf(paths.ownAddress('')):
        return this.#takeButton(token, mail);
      case pathOf(paths.proveAddress('')): {
        const of = this.#applied.at(-1);
        if (of?.email !== email) return [`a proof of nobody to ${email}`];
        this.#proofs.push({ token, until: now + DAY_MS, isOver: false, of });
        return [];
      }
      case pathOf(paths.editPassword('')):
        this.#resets.push({ token, email, until: now + HOUR_MS, isOver: false });
        return [];
      case pathOf(paths.loginByLink('')):
        this.#waysIn.push({ token, email, until: now + WAY_IN_MS, isOver: false });
        return [];
      default:
        this.#learn(url);
        return [];
    }
  }

  async #takeButton(token: string, { kind: of, recipient: email }: Mail): Promise<string[]> {
    const { family_id: familyId } = await this.#rt.db
      .selectFrom('address_links')
      .select('family_id')
      .where('hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    const kind = of === 'address_proof' ? 'new' : 'former';
    if (kind === 'new') {
      this.#buttons.push({
        token,
        kind,
        familyId,
        email,
        until: this.#now + DAY_MS,
        isOver: false,
      });
      return [];
    }
    const left = this.#before.find(({ id }) => id === familyId);
    const own = this.#rights.find((one) => one.familyId === familyId && one.email === email);
    if (left?.email !== email && !own) return [`${email} was told of a family that it never had`];
    const until = left?.email === email ? this.#now + FORMER_MS : (own?.until ?? 0);
    const came = left?.email === email ? (this.#came.get(familyId) ?? 0) : (own?.came ?? 0);
    this.#rights = this.#rights.filter((one) => one !== own);
    this.#rights.push({ familyId, email, until, came });
    this.#buttons.push({ token, kind, familyId, email, until, isOver: false });
    return [];
  }

  #learn(url: string): void {
    const { pathname, searchParams } = new URL(url);
    const tokens = readLetterTokens(searchParams);
    if (tokens) this.#letters.add(JSON.stringify(tokens));
    else if (searchParams.has('code')) {
      const code = searchParams.get('code') ?? '';
      const isKnown = this.#sheets.some(({ token }) => token.replaceAll('-', '') === code);
      if (!isKnown) throw new Error('a sheet of nobody');
    } else if (!OPENS_NOTHING.test(pathname)) throw new Error(`what does ${pathname} open?`);
  }

  /** A mailbox that has lost letters in this step has a button to take them back. */
  #checkTold(now: readonly Row[], ended: ReadonlySet<string>): string[] {
    const cause = this.#cause;
    if (cause.by === 'staff') return [];
    return this.#before.flatMap((row) => {
      const after = now.find(({ id }) => id === row.id);
      if (!after || ended.has(row.id) || row.email === null) return [];
      if (cause.by === 'mailbox' && cause.email === row.email) return [];
      if (cause.by === 'button' && cause.button.kind === 'former') return [];
      const button = { kind: 'former', email: row.email } as const;
      if (!this.#comesTo(row, button) || this.#comesTo(after, button)) return [];
      return this.#rights.some((one) => one.familyId === row.id && one.email === row.email)
        ? []
        : [`${row.email} was not told that ${row.id} left`];
    });
  }

  async #checkButtons(now: readonly Row[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const button of this.#buttons) {
      const row = now.find(({ id }) => id === button.familyId);
      const { state } = await readAddressPage(this.#rt, button.token);
      if ((state === 'open') !== this.#isOpen(button, row)) {
        wrong.push(`a ${button.kind} button to ${button.email} of ${button.familyId} is ${state}`);
      }
    }
    for (const { familyId, email, until } of this.#rights) {
      const isKept = this.#buttons.some(
        (one) =>
          one.kind === 'former' && one.familyId === familyId && one.email === email && !one.isOver,
      );
      if (until > this.#now && !isKept) wrong.push(`${email} has lost its right to ${familyId}`);
    }
    return wrong;
  }

  async #checkLetters(families: readonly Registered[]): Promise<string[]> {
    const live = new Set(
      families.map(({ lettersUrl }) =>
        JSON.stringify(readLetterTokens(new URL(lettersUrl).searchParams)),
      ),
    );
    const wrong: string[] = [];
    for (const link of this.#letters) {
      const opens = (await openLink(this.#rt, JSON.parse(link) as never)) !== null;
      if (opens !== live.has(link)) wrong.push(`a mailed link opens: ${opens}`);
    }
    return wrong;
  }

  async #checkApplications(families: readonly Registered[]): Promise<string[]> {
    const keys = new Set(families.map(keyOf));
    const ids = new Set(families.map(({ id }) => id));
    const wrong: string[] = [];
    for (const { own, state } of this.#applied) {
      if (typeof state === 'string' || !ids.has(state.tookIn)) continue;
      const page = await readOwnApplication(this.#rt, own);
      const link = page.state.is === 'taken_in' ? page.state.link : undefined;
      const leads = link ? `${this.#rt.env.PUBLIC_URL}${paths.letters(link)}` : null;
      const may = keys.has(state.key) ? state.key : null;
      if (leads !== may) wrong.push(`an application leads to ${leads}, not ${may}`);
    }
    for (const { token, until, of } of this.#proofs) {
      const { state } = await readProof(this.#rt, token);
      const isOpen = of.state === 'waiting' && (of.isProved || until > this.#now);
      if ((state === 'open') !== isOpen) wrong.push(`a proof of ${of.email} is ${state}`);
    }
    return wrong;
  }

  /** Stops open nothing; sheets, new passwords and ways in last their time. */
  async #checkOthers(): Promise<string[]> {
    const now = this.#now;
    const wrong: string[] = [];
    for (const token of this.#stops.keys()) {
      const { state } = await readStopPage(this.#rt, token);
      if (state !== 'open' && state !== 'stopped') wrong.push(`a stop is ${state}`);
    }
    for (const sheet of this.#sheets) {
      const isOpen = (await findOpenSheet(this.#rt, sheet.token)) !== null;
      if (isOpen !== isLive(sheet, now)) wrong.push(`a sheet is open: ${isOpen}`);
    }
    for (const reset of this.#resets) {
      const isOpen = await checkPasswordToken(this.#rt, reset.token).then(() => true, refused);
      if (isOpen !== isLive(reset, now)) wrong.push(`a new password can be set: ${isOpen}`);
    }
    for (const way of this.#waysIn) {
      const isOpen = (await findLoginLink(this.#rt, way.token, way.email)) !== null;
      if (isOpen !== isLive(way, now)) wrong.push(`a way in is open: ${isOpen}`);
    }
    return wrong;
  }

  #isOpen(button: Button, row: Row | undefined): boolean {
    return row !== undefined && isLive(button, this.#now) && !this.#comesTo(row, button);
  }

  /** Mails come there; a mailbox that was told of a pause waits for its end. */
  #comesTo(row: Row, { kind, email }: Pick<Button, 'kind' | 'email'>): boolean {
    const month = yearMonthOf(civilDateOf(new Date(this.#now)));
    const isMailed = row.by_line === 1 ? row.also_by_mail === 1 : row.delivery === 'email';
    const isPaused = row.paused_until !== null && row.paused_until > month;
    return (
      row.email === email && isMailed && row.stopped_at === null && !(kind === 'former' && isPaused)
    );
  }

  async #rowsOf(hostId: string): Promise<Row[]> {
    return this.#rt.db
      .selectFrom('families')
      .select(['id', 'email', 'delivery', 'by_line', 'also_by_mail', 'paused_until', 'stopped_at'])
      .select('token')
      .where('host_id', '=', hostId)
      .orderBy('id')
      .execute();
  }

  async #rows(): Promise<Row[]> {
    const all = await Promise.all(this.#homes.map(({ actor }) => this.#rowsOf(actor.host.id)));
    return all.flat();
  }

  #outbox = async (): Promise<Mail[]> =>
    inWords(
      await this.#rt.db
        .selectFrom('outbox')
        .select(['id', 'host_id', 'kind', 'recipient', 'text', 'html', 'content'])
        .where('channel', '=', 'mail')
        .orderBy('created_at')
        .execute(),
    );

  #met(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }

  get #now(): number {
    return this.#rt.clock.now().getTime();
  }
}

interface Mail {
  id: string;
  host_id: string | null;
  kind: string;
  recipient: string;
  text: string;
}

/** What a mail or a sheet may also lead to: who opens it signs in, or types something. */
const OPENS_NOTHING =
  /^\/(?:adminstaff\/.*|staffs\/login|staffs\/passwords\/new|contacts|families\/join)?$/;

const pathOf = (address: string): string => address.split('?')[0] ?? '';

const isLive = ({ until, isOver }: { until: number; isOver: boolean }, now: number): boolean =>
  !isOver && until > now;

/** Staff may also change LINE, which is no way of the family's own. */
const wayOf = ({ email, delivery, by_line, also_by_mail }: Row, isByStaff = false): string =>
  JSON.stringify([email, delivery, ...(isByStaff ? [by_line, also_by_mail] : [])]);

const addressesIn = (text: string): string[] => text.match(/https?:\/\/[^\s"'<>\\]+/g) ?? [];

/** A mail to one mailbox says nothing of another, however it is written. */
function tracesIn({ recipient, text }: Mail, urls: readonly string[]): string[] {
  const parts = urls.flatMap((url) => (new URL(url).searchParams.get('token') ?? '').split('.'));
  const said = [text, ...parts.map((part) => Buffer.from(part, 'base64url').toString('latin1'))];
  return [...OWN_ADDRESSES, ...APPLIES, 'c@example.jp']
    .filter((address) => address !== recipient && said.some((one) => one.includes(address)))
    .map((address) => `a mail to ${recipient} tells of ${address}`);
}

function refused(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
