import { readStopPage, takeStop } from '#domains/letter/receive/stop-by-mail.ts';
import { changeOwnWay } from '#domains/letter/receive/change-own-way.ts';
import { OwnWayPress } from '#domains/letter/receive/own-way.ts';
import { openLink, readLetterTokens } from '#domains/letter/link.ts';
import { findLoginLink, heldBack, sendLoginLink } from '#domains/account/session/login-link.ts';
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
import { acceptApplication, refuseApplication } from '#domains/people/joining/take-in-families.ts';
import { readApplications } from '#domains/people/joining/read-applications.ts';
import { readConsentSheets } from '#domains/paper/print/read-consent-sheets.ts';
import { readInvitations } from '#domains/paper/print/read-invitations.ts';
import { readJoiningSheets } from '#domains/paper/print/read-joining-sheets.ts';
import { AppError } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { AddressButtons } from './address-buttons.ts';
import type { Registered } from './issued-links.ts';
import { keyOf } from './issued-links.ts';
import { inWords } from './mailbox.ts';
import type { Random } from './random.ts';
import { stopTokenOf } from './stop-links.ts';
import { pressed } from './stop-walk.ts';
import type { Home } from './walk-home.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SHEET_MS = 90 * DAY_MS;
const WAY_IN_MS = HOUR_MS / 2;
const CLIENT = { address: '203.0.113.7' };
/** Of families, of their new mailboxes, and of those who enter themselves. */
const OWN_ADDRESSES = ['a@example.jp', 'b@example.jp', 'd@example.jp', 'e@example.jp'];
const APPLIES = ['f@example.jp', 'g@example.jp'];
const PAPER = { postcode: '1000001', pref: '東京都', city: '千代田区', town: '', street: '1-1' };

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

/**
 * Every address in every mail, card and sheet that was ever made, beside the walk over links: what each
 * may open is known from what happened, and each is tried again after every step (P33, P51).
 */
export class MailWalk {
  readonly #rt: Runtime;
  readonly #known = new Set<string>();
  /** Of letters, by their tokens. */
  readonly #letters = new Set<string>();
  readonly #stops = new Map<string, { hostId: string; email: string }>();
  readonly #proofs: (Timed & { of: Applied })[] = [];
  readonly #applied: Applied[] = [];
  readonly #sheets: (Timed & { residentId: string })[] = [];
  readonly #resets: (Timed & { email: string })[] = [];
  readonly #waysIn: (Timed & { email: string })[] = [];
  readonly #buttons: AddressButtons;

  constructor(rt: Runtime, homes: Home[]) {
    this.#rt = rt;
    const hostIds = homes.map(({ actor }) => actor.host.id);
    this.#buttons = new AddressButtons(rt, hostIds);
  }

  /** In a database in which others have walked. */
  async begin(): Promise<void> {
    for (const { id } of await this.#outbox()) this.#known.add(id);
  }

  /** Somebody presses, opens or writes. @returns what was done; no link ends by it */
  async step(random: Random, home: Home, own: Registered[]): Promise<string> {
    await this.#rt.db.deleteFrom('rate_limits').execute();
    const family = random.pick(own);
    const [what, act] = random.pick<[string, () => Promise<unknown>]>([
      ['own', () => this.#own(random, family)],
      ['own', () => this.#own(random, family)],
      ['own', () => this.#own(random, family)],
      ['own', () => this.#own(random, family)],
      ['presses', () => this.#buttons.press(random)],
      ['presses', () => this.#buttons.press(random)],
      ['presses', () => this.#buttons.press(random)],
      ['presses the newest', () => this.#buttons.press(random, 3)],
      ['presses the newest', () => this.#buttons.press(random, 3)],
      ['stops by mail', () => this.#stop(random)],
      ['applies', () => this.#apply(random, home)],
      ['proves', () => this.#prove(random)],
      ['decides', () => this.#decide(random, home)],
      ['prints', () => this.#print(home)],
      ['asks for a password', () => this.#askForPassword(random, home)],
      ['resets', () => this.#reset(random)],
    ]);
    const said = await act();
    return `${what} ${typeof said === 'string' ? said : ''}`;
  }

  /** In this step staff say how a family's letters come. */
  changedByStaff(): void {
    this.#buttons.isDoneBy({ by: 'staff' });
  }

  async #own(random: Random, family: Registered): Promise<string> {
    const press = random.pick<Record<string, string>>([
      ...[{ press: 'stop' }, { press: 'email' }, { press: 'paper', ...PAPER }],
      ...[{ press: 'pause', letters: '1' }, { press: 'resume' }],
      ...OWN_ADDRESSES.map((email) => ({ press: 'address', email })),
    ]);
    const tokens = readLetterTokens(new URL(family.lettersUrl).searchParams);
    const link = tokens && (await openLink(this.#rt, tokens));
    if (!link) throw new Error('no link');
    await changeOwnWay(this.#rt, link, OwnWayPress.parse(press), CLIENT);
    return `${press['press']} ${press['email'] ?? ''} of ${family.id}`;
  }

  async #stop(random: Random): Promise<string> {
    if (this.#stops.size === 0) return 'nothing';
    const [token, mailbox] = random.pick([...this.#stops]);
    const { hostId, email } = mailbox;
    this.#buttons.isDoneBy({ by: 'mailbox', email });
    await takeStop(this.#rt, token, pressed('List-Unsubscribe=One-Click'));
    const going = this.#rt.db
      .selectFrom('families')
      .select('id')
      .where('host_id', '=', hostId)
      .where('email', '=', email)
      .where('stopped_at', 'is', null);
    if (await going.executeTakeFirst())
      throw new Error(`an old mail did not stop ${mailbox.email}`);
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

  /** After each step. @param ended whose links were renewed, or who were removed */
  settle = (ended: Iterable<string>): Promise<string[]> =>
    this.#buttons.settle(ended, () => this.#collect());

  /** @param families all that are registered @returns what opens and should not, or not */
  async check(families: readonly Registered[]): Promise<string[]> {
    return [
      ...(await this.#buttons.check()),
      ...(await this.#checkLetters(families)),
      ...(await this.#checkApplications(families)),
      ...(await this.#checkOthers()),
    ];
  }

  /** Reads what was written since. */
  async #collect(): Promise<string[]> {
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
    return wrong;
  }

  async #take(url: string, mail: Mail): Promise<string[]> {
    const { pathname, searchParams } = new URL(url);
    const token = searchParams.get('token') ?? '';
    const { recipient: email } = mail;
    const now = this.#now;
    switch (pathname) {
      case pathOf(paths.ownAddress('')):
        return this.#buttons.take(token, mail);
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

  #outbox = async (): Promise<Mail[]> =>
    inWords(
      await this.#rt.db
        .selectFrom('outbox')
        .select(['id', 'host_id', 'kind', 'recipient', 'text', 'html', 'content'])
        .where('channel', '=', 'mail')
        .orderBy('created_at')
        .execute(),
    );

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
