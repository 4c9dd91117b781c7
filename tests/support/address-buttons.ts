import { pressAddress, readAddressPage } from '#domains/letter/receive/own-address.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import type { Random } from './random.ts';

const DAY_MS = 86_400_000;
const FORMER_MS = 14 * DAY_MS;

/** How a family's letters come. */
interface Row {
  id: string;
  email: string | null;
  delivery: string;
  by_line: number;
  also_by_mail: number;
  paused_until: number | null;
  stopped_at: string | null;
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

/** Who did the step, as far as buttons are concerned. */
type Cause =
  | { by: 'mailbox'; email: string }
  | { by: 'button'; button: Button }
  | { by: 'staff' }
  /** Time, a chat, or staff about other things. */
  | { by: 'other' };

/** The buttons of P51 as they should be, from what happened to each family, beside the walk over links. */
export class AddressButtons {
  readonly #rt: Runtime;
  readonly #hostIds: string[];
  readonly #buttons: Button[] = [];
  #rights: Right[] = [];
  readonly #came = new Map<string, number>();
  #comings = 0;
  #before: Row[] = [];
  #cause: Cause = { by: 'other' };

  constructor(rt: Runtime, hostIds: string[]) {
    this.#rt = rt;
    this.#hostIds = hostIds;
  }

  /** Who does the next step; otherwise none of these. */
  isDoneBy(cause: Cause): void {
    this.#cause = cause;
  }

  /** Any that was ever mailed, or one of the newest. */
  async press(random: Random, newest = this.#buttons.length): Promise<string> {
    if (this.#buttons.length === 0) return 'nothing';
    const button = random.pick(this.#buttons.slice(-newest));
    const row = this.#before.find(({ id }) => id === button.familyId);
    const isOpen = this.#isOpen(button, row);
    if (isOpen) {
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

  /**
   * After a step. @param ended whose links were renewed, or who were removed
   * @param read takes what was written in it @returns what is wrong
   */
  async settle(ended: Iterable<string>, read: () => Promise<string[]>): Promise<string[]> {
    const now = await this.#rows();
    const gone = new Set(ended);
    this.#endButtons(now, gone);
    const wrong = [...(await read()), ...this.#checkTold(now, gone)];
    const cause = this.#cause;
    if (cause.by === 'button') this.#came.set(cause.button.familyId, ++this.#comings);
    this.#before = now;
    this.#cause = { by: 'other' };
    return wrong;
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

  /** A mail with such a button was written. @returns what is wrong with it */
  async take(token: string, { kind: of, recipient: email }: MailOfButton): Promise<string[]> {
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
        until: this.#at + DAY_MS,
        isOver: false,
      });
      return [];
    }
    const left = this.#before.find(({ id }) => id === familyId);
    const own = this.#rights.find((one) => one.familyId === familyId && one.email === email);
    if (left?.email !== email && !own) return [`${email} was told of a family that it never had`];
    const until = left?.email === email ? this.#at + FORMER_MS : (own?.until ?? 0);
    const came = left?.email === email ? (this.#came.get(familyId) ?? 0) : (own?.came ?? 0);
    this.#rights = this.#rights.filter((one) => one !== own);
    this.#rights.push({ familyId, email, until, came });
    this.#buttons.push({ token, kind, familyId, email, until, isOver: false });
    return [];
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

  /** Tries each; a mailbox keeps its right. @returns what opens and should not, or not */
  async check(): Promise<string[]> {
    const now = this.#before;
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
      if (until > this.#at && !isKept) wrong.push(`${email} has lost its right to ${familyId}`);
    }
    return wrong;
  }

  #isOpen(button: Button, row: Row | undefined): boolean {
    return row !== undefined && isLive(button, this.#at) && !this.#comesTo(row, button);
  }

  /** Mails come there; a mailbox that was told of a pause waits for its end. */
  #comesTo(row: Row, { kind, email }: Pick<Button, 'kind' | 'email'>): boolean {
    const month = yearMonthOf(civilDateOf(new Date(this.#at)));
    const isMailed = row.by_line === 1 ? row.also_by_mail === 1 : row.delivery === 'email';
    const isPaused = row.paused_until !== null && row.paused_until > month;
    return (
      row.email === email && isMailed && row.stopped_at === null && !(kind === 'former' && isPaused)
    );
  }

  async #rows(): Promise<Row[]> {
    return this.#rt.db
      .selectFrom('families')
      .select(['id', 'email', 'delivery', 'by_line', 'also_by_mail', 'paused_until', 'stopped_at'])
      .where('host_id', 'in', this.#hostIds)
      .orderBy('id')
      .execute();
  }

  get #at(): number {
    return this.#rt.clock.now().getTime();
  }
}

interface MailOfButton {
  kind: string;
  recipient: string;
}

const isLive = ({ until, isOver }: Button, now: number): boolean => !isOver && until > now;

/** Staff may also change LINE, which is no way of the family's own. */
const wayOf = ({ email, delivery, by_line, also_by_mail }: Row, isByStaff = false): string =>
  JSON.stringify([email, delivery, ...(isByStaff ? [by_line, also_by_mail] : [])]);
