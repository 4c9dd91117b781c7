import fc from 'fast-check';
import { sendConsent } from '#domains/letter/consent/family-consent.ts';
import { openLink } from '#domains/letter/link.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { addConsent, answerSeveral } from '#domains/people/consent-records/answer-consent.ts';
import {
  confirmConsents,
  declineConsents,
} from '#domains/people/consent-records/confirm-consents.ts';
import { NOT_ASKED } from '#domains/people/consent-records/consent-form.ts';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { ANOTHER } from '#domains/people/joining/application.ts';
import { acceptSeveral } from '#domains/people/joining/take-in-families.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { importRoster } from '#domains/people/roster/import-roster.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeApplication } from './applications.ts';
import type { HeldAnswer, HiddenModel } from './hidden-model.ts';

const of = fc.nat(2);
const family = fc.nat(1);
const n = fc.nat(5);
const is = fc.constantFrom<ConsentAnswer[]>('all', 'own', 'none');

/** Answers about photos by every way that there is, and what admins do with them. */
export const ANSWER_STEPS = [
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('a family answers' as const), of, family, is }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('a relative enters' as const),
      ...{ of, is, /** Who is registered. */ again: fc.option(family) },
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('all are taken in' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('on paper' as const), of, is }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('all who have not answered' as const), is }),
  },
  fc.record({ do: fc.constant('in a list' as const), of, is }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('confirm, compared' as const), n }) },
  fc.record({ do: fc.constant('confirm, unseen' as const), n }),
  fc.record({ do: fc.constant('confirm all' as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decline' as const), n }) },
  fc.record({ do: fc.constantFrom('renew' as const, 'remove the family' as const), of }),
] as const;
export type AnswerStep = (typeof ANSWER_STEPS)[number] extends infer One
  ? One extends fc.Arbitrary<infer Value>
    ? Value
    : One extends { arbitrary: fc.Arbitrary<infer Value> }
      ? Value
      : never
  : never;

interface Sent {
  id: string;
  residentId: string;
  familyId: string;
  answer: ConsentAnswer;
  at: string;
  /** Its link has been renewed since, or the family is gone. */
  isStale: boolean;
}

const WIDTH = { none: 0, own: 1, all: 2 };
/** No new photo is taken, but nothing is hidden. */
const UNASKED = 0.5;
const heldOf = (answer: ConsentAnswer): HeldAnswer => (answer === 'none' ? false : answer);
const WRITTEN = { all: 'はい', own: '本人の家族だけ', none: 'いいえ' };

/**
 * Who has answered what, by rules that are not the code's (P49): what waits counts as long as an
 * admin, or a narrower answer of the same family, has not ended it.
 */
export class AnswersWalk {
  readonly #rt: Runtime;
  readonly #admin: Actor;
  readonly #model: HiddenModel;
  /** Of each resident, in order. */
  readonly #families: Map<string, string[]>;
  readonly #names: Map<string, string>;
  #sent: Sent[] = [];
  #entered: (Omit<Sent, 'familyId' | 'isStale'> & { again: string | null })[] = [];
  /** When the answer that holds was recorded; none of those that were there from the start. */
  readonly #since = new Map<string, string>();
  #count = 0;

  constructor(
    rt: Runtime,
    admin: Actor,
    model: HiddenModel,
    people: { families: Map<string, string[]>; names: Map<string, string> },
  ) {
    [this.#rt, this.#admin, this.#model] = [rt, admin, model];
    [this.#families, this.#names] = [people.families, people.names];
  }

  /** Whether a step is one of these. */
  static knows = (step: { do: string }): step is AnswerStep =>
    ANSWER_DOS.includes(step.do as AnswerStep['do']);

  async run(step: AnswerStep): Promise<void> {
    const id = 'of' in step ? (this.#model.people[step.of] ?? '') : '';
    const [rt, admin] = [this.#rt, this.#admin];
    switch (step.do) {
      case 'a family answers':
        return this.#answers(id, step.family, step.is);
      case 'a relative enters': {
        if (id === '') return;
        return this.#enters(id, step.is, this.#families.get(id)?.[step.again ?? -1] ?? null);
      }
      case 'all are taken in':
        return this.#takeIn();
      case 'on paper':
        await addConsent(rt, admin, id, { answer: step.is, by: 'relative', how: 'paper' });
        {
          this.recorded(id, heldOf(step.is));
          return;
        }
      case 'all who have not answered': {
        const open = this.#people().filter((one) => this.#model.obeyed(one) === null);
        await answerSeveral(rt, admin, this.#people(), step.is);
        for (const one of open) this.recorded(one, heldOf(step.is));
        return;
      }
      case 'in a list': {
        const isOpen = this.#model.obeyed(id) === null;
        const csv = `氏名,写真の掲載\n${this.#names.get(id) ?? ''},${WRITTEN[step.is]}\n`;
        if (id === '') return;
        await importRoster(rt, admin, 'residents', csv);
        if (isOpen) this.recorded(id, heldOf(step.is));
        return;
      }
      case 'confirm, compared':
      case 'confirm, unseen':
        return this.#confirm(step.n, step.do === 'confirm, compared');
      case 'confirm all':
        return this.#confirmAll();
      case 'decline': {
        const one = this.#sent[step.n % Math.max(1, this.#sent.length)];
        if (!one) return;
        await declineConsents(rt, admin, [one.id], this.#over(one.residentId));
        this.#end(one);
        return;
      }
      case 'renew': {
        const other = this.#families.get(id)?.[1];
        if (other === undefined) return;
        await changeFamily(rt, admin, other, { rotateToken: true });
        this.#spoil(other);
        return;
      }
      case 'remove the family': {
        const other = this.#families.get(id)?.[1];
        if (other === undefined) return;
        await removeFamily(rt, admin, other);
        this.#families.get(id)?.splice(1, 1);
        this.#spoil(other);
        return;
      }
    }
  }

  /** Another answer holds now. */
  recorded(id: string, answer: HeldAnswer): void {
    this.#since.set(id, this.#now());
    this.#model.consented(id, answer);
  }

  /** Nothing of a resident is left. */
  removed(id: string): void {
    this.#sent = this.#sent.filter((one) => one.residentId !== id);
    this.#entered = this.#entered.filter((one) => one.residentId !== id);
  }

  #now = (): string => this.#rt.clock.now().toISOString();
  #people = (): string[] => this.#model.people.filter((id) => id !== undefined);

  async #answers(id: string, nth: number, answer: ConsentAnswer): Promise<void> {
    const familyId = this.#families.get(id)?.[nth];
    if (familyId === undefined) return;
    const tokens = await this.#rt.db
      .selectFrom('families')
      .innerJoin('residents', 'residents.id', 'families.resident_id')
      .select(['families.token as familyToken', 'residents.token as residentToken'])
      .where('families.id', '=', familyId)
      .executeTakeFirstOrThrow();
    const link = await openLink(this.#rt, tokens);
    if (!link) throw new Error('the link does not open');
    this.#count += 1;
    const said = { by: 'relative', byName: '田中 花', relationship: '長女' } as const;
    await sendConsent(this.#rt, link, { answer, ...said, note: String(this.#count) });
    await this.#waits({ residentId: id, familyId, answer, at: this.#now() });
  }

  /** Of the same family's own answers only the last stays, and a narrower one beside it. */
  async #waits(one: Omit<Sent, 'id' | 'isStale'>): Promise<Sent | undefined> {
    const sent = { ...one, id: '', isStale: false };
    const own = [...this.#sent.filter(({ familyId }) => familyId === one.familyId), sent];
    const last = own.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
    const [narrowest] = own
      .filter(({ answer }) => WIDTH[answer] < WIDTH[last?.answer ?? 'none'])
      .sort((a, b) => WIDTH[a.answer] - WIDTH[b.answer]);
    const stays = [last, narrowest];
    this.#sent = [...this.#sent, sent].filter((any) => !own.includes(any) || stays.includes(any));
    if (stays.includes(sent)) sent.id = await this.#idOf(sent);
    this.#obey(one.residentId);
    return stays.includes(sent) ? sent : undefined;
  }

  async #idOf({ familyId, at }: Sent): Promise<string> {
    const row = await this.#rt.db
      .selectFrom('consents')
      .select('id')
      .where('family_id', '=', familyId)
      .where('created_at', '=', at)
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** @param again a family that is registered already */
  async #enters(residentId: string, answer: ConsentAnswer, again: string | null): Promise<void> {
    const resident = { id: residentId, host_id: this.#admin.host.id };
    this.#count += 1;
    const name = again === null ? `親類 ${this.#count}` : await this.#nameOf(again);
    const { id } = await makeApplication(this.#rt, resident, { name, answer });
    this.#entered.push({ id, residentId, answer, again, at: this.#now() });
  }

  async #nameOf(familyId: string): Promise<string> {
    const family = this.#rt.db.selectFrom('families').select('name').where('id', '=', familyId);
    return (await family.executeTakeFirstOrThrow()).name;
  }

  /** Of those who are registered already only what is narrower than what holds is recorded. */
  async #takeIn(): Promise<void> {
    const entered = this.#entered;
    this.#entered = [];
    for (const { id, residentId, answer, again, at } of entered) {
      const isThere = again !== null && this.#families.get(residentId)?.includes(again) === true;
      await acceptSeveral(this.#rt, this.#admin, [id], isThere ? again : ANOTHER);
      const held = this.#model.answerOf(residentId);
      if (isThere && WIDTH[answer] >= (held === null ? UNASKED : WIDTH[held || 'none'])) continue;
      const { family_id } = await this.#rt.db
        .selectFrom('applications')
        .select('family_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const sent = await this.#waits({ residentId, familyId: family_id ?? '', answer, at });
      if (sent && !this.#isAlone(sent)) this.#hold(sent);
    }
  }

  /** It differs from what holds, is older, or contradicts another that waits. */
  #isAlone({ residentId, answer, at, isStale }: Sent): boolean {
    const held = this.#model.answerOf(residentId);
    const since = this.#since.get(residentId);
    return (
      isStale ||
      (held !== null && held !== heldOf(answer)) ||
      (held !== null && since !== undefined && at < since) ||
      this.#sent.some((one) => one.residentId === residentId && one.answer !== answer)
    );
  }

  #over(id: string): ConsentAnswer | typeof NOT_ASKED {
    const held = this.#model.answerOf(id);
    return held === null ? NOT_ASKED : held === false ? 'none' : held;
  }

  async #confirm(nth: number, isCompared: boolean): Promise<void> {
    const one = this.#sent[nth % Math.max(1, this.#sent.length)];
    if (!one) return;
    const over = isCompared ? this.#over(one.residentId) : undefined;
    await confirmConsents(this.#rt, this.#admin, [one.id], over);
    if (!isCompared && this.#isAlone(one)) throw new Error('an answer was confirmed unseen');
    this.#hold(one);
  }

  async #confirmAll(): Promise<void> {
    const all = this.#sent;
    const ids = all.map(({ id }) => id);
    await confirmConsents(this.#rt, this.#admin, ids);
    if (all.some((one) => this.#isAlone(one))) throw new Error('answers were confirmed unseen');
    for (const one of all) this.#hold(one);
  }

  #hold(one: Sent): void {
    this.recorded(one.residentId, heldOf(one.answer));
    this.#sent = this.#sent.filter(
      (other) => other === one || other.familyId !== one.familyId || other.at > one.at,
    );
    this.#end(one);
  }

  #end(one: Sent): void {
    this.#sent = this.#sent.filter((other) => other !== one);
    this.#obey(one.residentId);
  }

  #obey(id: string): void {
    const own = this.#sent.filter(({ residentId }) => residentId === id);
    const answers = own.map(({ answer }) => answer);
    const narrowest = answers.includes('none')
      ? false
      : answers.includes('own')
        ? 'own'
        : undefined;
    this.#model.obeys(id, narrowest);
  }

  #spoil(familyId: string): void {
    for (const one of this.#sent) if (one.familyId === familyId) one.isStale = true;
  }
}

const ANSWER_DOS: AnswerStep['do'][] = [
  ...(['a family answers', 'a relative enters', 'all are taken in', 'on paper'] as const),
  ...(['all who have not answered', 'in a list', 'confirm, compared'] as const),
  ...(['confirm, unseen', 'confirm all', 'decline', 'renew', 'remove the family'] as const),
];
