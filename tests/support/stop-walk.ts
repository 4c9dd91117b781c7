import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { sendLetter, sendLetters } from '#domains/delivery/send-on-request.ts';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { openLink } from '#domains/letter/link.ts';
import { changeOwnWay } from '#domains/letter/receive/change-own-way.ts';
import type { OwnWayPress } from '#domains/letter/receive/own-way.ts';
import { readStopPage, takeStop } from '#domains/letter/receive/stop-by-mail.ts';
import { addFamily, changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { importRoster } from '#domains/people/roster/import-roster.ts';
import { addMonths, civilDateOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import type { Cast, CastActor } from './cast.ts';
import { makeFamily, makeLetter } from './factories.ts';
import { inWords } from './mailbox.ts';
import { Random } from './random.ts';
import type { TestRuntime } from './runtime.ts';
import { sendDue } from './sender.ts';
import { stopTokenOf } from './stop-links.ts';

const ADDRESSES = ['kita', 'minami', 'higashi', 'nishi'].map((name) => `${name}@example.jp`);
const FORM = 'application/x-www-form-urlencoded';
const CLIENT = { address: '203.0.113.7' };

/** What a mail provider sends (RFC 8058), or a robot that knows no better. */
export const pressed = (body: string, type = FORM): Request =>
  new Request('https://tayori.example.jp/letters/stop', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  });

interface Family {
  id: string;
  email: string | null;
  token: string;
  residentId: string;
}

/**
 * Months of letters in which providers press once or twice, robots open and damage every link, families
 * stop, pause and take up again, and an admin changes, adds, imports, removes and sends by hand, while
 * mails are queued, fail and go. A model that was told who stopped, and who said yes, knows whom no
 * mail may reach or wait for (P42). @returns what was wrong, with the steps that led there
 */
export async function walkStops(
  rt: TestRuntime,
  parts: { cast: Cast; admin: CastActor },
  seed: number,
  steps: number,
): Promise<string[]> {
  return new StopWalk(rt, parts.cast, parts.admin, new Random(seed)).run(steps);
}

class StopWalk {
  readonly #rt: TestRuntime;
  readonly #cast: Cast;
  readonly #admin: CastActor;
  readonly #random: Random;
  /** Families that have stopped, by id. */
  readonly #stopped = new Set<string>();
  readonly #met = { pressed: 0, refused: 0, resumed: 0, mailed: 0, taken: 0, imported: 0 };
  #names = 0;

  constructor(rt: TestRuntime, cast: Cast, admin: CastActor, random: Random) {
    this.#rt = rt;
    this.#cast = cast;
    this.#admin = admin;
    this.#random = random;
  }

  async run(steps: number): Promise<string[]> {
    const { resident, neighbour } = this.#cast;
    for (const email of ADDRESSES) {
      for (const who of [resident, neighbour]) {
        await makeFamily(this.#rt, who, { email, delivery: 'email', name: this.#name() });
      }
    }
    await this.month();
    const trace: string[] = [];
    for (let n = 0; n < steps; n++) {
      const act = this.#random.pick(this.#acts);
      trace.push(act.name);
      const wrong = [...(await act.call(this)), ...(await this.#check())];
      if (wrong.length > 0) return [...trace.slice(-12), ...wrong];
    }
    return Object.entries(this.#met).flatMap(([what, n]) => (n === 0 ? [`met no ${what}`] : []));
  }

  readonly #acts = [
    this.press,
    this.pressAgain,
    this.robot,
    this.own,
    this.month,
    this.send,
    this.change,
    this.add,
    this.importList,
    this.remove,
    this.byHand,
  ];

  /** The 1st of the next month. */
  async month(): Promise<string[]> {
    const now = yearMonthOf(civilDateOf(this.#rt.clock.now()));
    await makeLetter(this.#rt, this.#cast.host.id, now);
    const first = `${String(addMonths(now, 1)).replace(/(..)$/, '-$1')}-01`;
    this.#rt.clock.set(new Date(startOfDay(first).getTime() + 10 * 3_600_000).toISOString());
    await runDeliveries(this.#rt);
    return [];
  }

  async send(): Promise<string[]> {
    const families = await this.#families();
    const wrong: string[] = [];
    for (const { to, text, headers } of await sendDue(this.#rt)) {
      this.#met.mailed++;
      for (const { id, token } of families) {
        if (this.#stopped.has(id) && text.includes(token)) wrong.push(`a mail of ${id} to ${to}`);
      }
      const url = /<(.*)>/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1];
      if (url && new URL(url).searchParams.get('token') !== this.#tokenTo(to)) {
        wrong.push(`a mail to ${to} stops others`);
      }
    }
    return wrong;
  }

  async press(): Promise<string[]> {
    const email = this.#random.pick(ADDRESSES);
    const here = (await this.#families()).filter((one) => one.email === email);
    const by = await takeStop(
      this.#rt,
      this.#tokenTo(email),
      pressed('List-Unsubscribe=One-Click'),
    );
    for (const { id } of here) this.#stopped.add(id);
    this.#met.pressed++;
    return by === 'program' ? [] : ['a press was not taken'];
  }

  async pressAgain(): Promise<string[]> {
    if (!this.#random.chance(0.5)) return [];
    return [...(await this.press()), ...(await this.press())];
  }

  /** It opens the link, sends other forms, and damages the token: nothing changes. */
  async robot(): Promise<string[]> {
    const before = await this.#state();
    const token = this.#tokenTo(this.#random.pick(ADDRESSES));
    const at = this.#random.int(0, token.length - 1);
    const broken = `${token.slice(0, at)}${token[at] === 'x' ? 'y' : 'x'}${token.slice(at + 1)}`;
    await readStopPage(this.#rt, token);
    await takeStop(this.#rt, token, pressed('List-Unsubscribe=&press=no'));
    const by = await takeStop(this.#rt, broken, pressed('List-Unsubscribe=One-Click')).catch(
      refusal,
    );
    await this.#rt.db.deleteFrom('rate_limits').execute();
    if ((await this.#state()) !== before) return ['a robot changed something'];
    return by === 'unknown' || by === 'refused' ? [] : [`a broken token is taken: ${by}`];
  }

  async own(): Promise<string[]> {
    const family = await this.#one();
    if (!family) return [];
    const press = this.#random.pick<OwnWayPress>([
      { press: 'stop' },
      { press: 'email' },
      { press: 'email' },
      { press: 'pause', letters: 1 },
      { press: 'resume' },
    ]);
    const resident = [this.#cast.resident, this.#cast.neighbour].find(
      ({ id }) => id === family.residentId,
    );
    const tokens = { familyToken: family.token, residentToken: resident?.token ?? '' };
    const link = await openLink(this.#rt, tokens);
    if (!link) return ['no link'];
    await changeOwnWay(this.#rt, link, press, CLIENT);
    if (press.press === 'stop') this.#stopped.add(family.id);
    if (press.press === 'email' && family.email !== null && this.#stopped.delete(family.id)) {
      this.#met.resumed++;
    }
    return [];
  }

  async change(): Promise<string[]> {
    const family = await this.#one();
    if (!family) return [];
    const email = this.#random.pick(ADDRESSES);
    const change = this.#random.pick([
      { delivery: 'email' as const },
      { alsoByMail: true },
      { delivery: 'link' as const },
      { email },
      { email, delivery: 'email' as const },
    ]);
    const inherits = 'email' in change && family.email !== email && (await this.#isStopped(email));
    const by = await changeFamily(this.#rt, this.#admin, family.id, {
      ...change,
      ...('email' in change && { addressWasAnothers: false }),
    }).catch(refusal);
    if (by === 'refused') this.#met.refused++;
    else if (inherits) this.#stopped.add(family.id);
    return [];
  }

  async add(): Promise<string[]> {
    const email = this.#random.pick(ADDRESSES);
    const delivery = this.#random.pick(['email', 'link'] as const);
    const inherits = await this.#isStopped(email);
    const added = await addFamily(this.#rt, this.#admin, {
      ...{ residentId: this.#cast.resident.id, name: this.#name(), nameKana: '', email, delivery },
      ...{ relationship: '', postcode: null, pref: '', city: '', town: '', street: '' },
    } as never).catch(refusal);
    if (typeof added === 'string') this.#met.refused++;
    else if (inherits) this.#stopped.add(added.id);
    return [];
  }

  async importList(): Promise<string[]> {
    const name = this.#name();
    const email = this.#random.pick(ADDRESSES);
    const way = this.#random.pick(['メール', 'リンク']);
    const inherits = await this.#isStopped(email);
    const csv = `氏名,ご家族の氏名,メールアドレス,お届けの方法\n${this.#cast.resident.name},${name},${email},${way}\n`;
    // Another address of two is a relative's, too.
    const answers = { same: new Set(['2 other']) };
    const done = await importRoster(this.#rt, this.#admin, 'families', csv, answers).catch(refusal);
    if (done === 'refused') this.#met.refused++;
    const row = (await this.#families()).find((one) => one.name === name);
    if (done !== 'refused' && !row) return ['an import added nothing'];
    if (row) this.#met.imported++;
    if (row && inherits) this.#stopped.add(row.id);
    return [];
  }

  async remove(): Promise<string[]> {
    const families = await this.#families();
    if (families.length > 9)
      await removeFamily(this.#rt, this.#admin, this.#random.pick(families).id);
    return [];
  }

  async byHand(): Promise<string[]> {
    const family = await this.#one();
    if (!family) return [];
    const yearMonth = addMonths(yearMonthOf(civilDateOf(this.#rt.clock.now())), -1);
    const asked = await this.#random
      .pick([
        () => sendLetter(this.#rt, this.#admin, { familyId: family.id, yearMonth }),
        () => sendTestMail(this.#rt, this.#admin, family.id),
        () => sendLetters(this.#rt, this.#admin, { yearMonth, which: 'unsent' }),
      ])()
      .catch(refusal);
    await this.#rt.db.deleteFrom('rate_limits').execute();
    if (asked !== 'refused') this.#met.taken++;
    return [];
  }

  /** Nothing waits for who has stopped. */
  async #check(): Promise<string[]> {
    const rows = await this.#rt.db
      .selectFrom('outbox')
      .select(['recipient', 'text', 'html', 'content'])
      .where('kind', 'in', ['delivery', 'delivery_test'])
      .where('state', '!=', 'sent')
      .execute();
    const families = await this.#families();
    return inWords(rows).flatMap(({ recipient, text }) =>
      families.flatMap(({ id, token }) =>
        this.#stopped.has(id) && text.includes(token) ? [`${id} waits for ${recipient}`] : [],
      ),
    );
  }

  /** Somebody there has stopped, and nobody has said yes. */
  async #isStopped(email: string): Promise<boolean> {
    const here = (await this.#families()).filter((one) => one.email === email);
    const isMailed = here.some(({ id, mailed }) => mailed && !this.#stopped.has(id));
    return !isMailed && here.some(({ id }) => this.#stopped.has(id));
  }

  #tokenTo = (email: string): string =>
    stopTokenOf(this.#rt, { hostId: this.#cast.host.id, email });

  async #families(): Promise<(Family & { name: string; mailed: boolean })[]> {
    const rows = await this.#rt.db
      .selectFrom('families')
      .select(['id', 'name', 'email', 'token', 'resident_id', 'delivery', 'also_by_mail'])
      .where('host_id', '=', this.#cast.host.id)
      .orderBy('id')
      .execute();
    return rows.map(({ resident_id: residentId, delivery, also_by_mail, ...row }) => ({
      ...row,
      residentId,
      mailed: delivery === 'email' || also_by_mail === 1,
    }));
  }

  async #one(): Promise<Family | undefined> {
    const families = await this.#families();
    return families.length === 0 ? undefined : this.#random.pick(families);
  }

  async #state(): Promise<string> {
    const families = await this.#rt.db.selectFrom('families').selectAll().execute();
    const mails = await this.#rt.db.selectFrom('outbox').select(['id', 'state']).execute();
    return JSON.stringify([families, mails]);
  }

  #name = (): string => `家族 ${String.fromCodePoint(0x30a2 + this.#names++)}`;
}

function refusal(error: unknown): 'refused' {
  if (error instanceof AppError) return 'refused';
  throw error;
}
