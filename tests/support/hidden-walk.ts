import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { namePeople } from '#domains/item/name-people.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import { decidePhotos } from '#domains/item/decide-on-photos.ts';
import { removeResident } from '#domains/people/remove-resident.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { deleteItem, forgetDeletedItems, restoreItem } from '#domains/item/delete-items.ts';
import { AppError } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { signedIn } from './cast.ts';
import type { FrozenClock } from './clock.ts';
import { DAY_MS } from '#lib/durations.ts';
import type { AnswerStep } from './answers-walk.ts';
import { ANSWER_STEPS, AnswersWalk } from './answers-walk.ts';
import { makeFamily, makeHost, makeResident, makeStaff } from './factories.ts';
import { makeItem } from './items.ts';
import { HiddenModel } from './hidden-model.ts';

const NAMES = ['青木 一', '加藤 二', '佐藤 三'];
const PEOPLE = NAMES.length;
type Answer = 'all' | 'own' | false | null;

/** Few, so that one thing follows another on the same picture. */
const PICTURES = 2;
const DAYS = ['2026-08-05', '2026-09-03', '2026-09-20'];

const [of, to, item] = [fc.nat(PEOPLE - 1), fc.nat(PEOPLE), fc.nat(7)];
const often = { weight: 3 };
const STAFF_STEPS = [
  fc.record({ do: fc.constant('add' as const), picture: fc.nat(PICTURES - 1), to }),
  { ...often, arbitrary: fc.record({ do: fc.constant('delete' as const), item }) },
  { ...often, arbitrary: fc.record({ do: fc.constant('restore' as const), item }) },
  { ...often, arbitrary: fc.record({ do: fc.constant('copy' as const), item, to }) },
  fc.record({ do: fc.constant('move' as const), item, to }),
  fc.record({ do: fc.constantFrom('turn' as const, 'order' as const), item }),
  fc.record({ do: fc.constant('date' as const), item, day: fc.constantFrom(...DAYS) }),
  fc.record({ do: fc.constantFrom('leave out' as const, 'let in' as const), item }),
  {
    ...often,
    arbitrary: fc.record({
      do: fc.constant('consent' as const),
      of,
      is: fc.constantFrom<Answer[]>('all', 'own', 'own', false, false, null),
    }),
  },
  { ...often, arbitrary: fc.record({ do: fc.constant('delete all' as const), of }) },
  fc.record({ do: fc.constant('keep' as const), of }),
  { ...often, arbitrary: fc.record({ do: fc.constant('for the own family' as const), of }) },
  fc.record({
    do: fc.constantFrom('name' as const, 'name' as const, 'unname' as const),
    picture: fc.nat(PICTURES - 1),
    of,
  }),
  fc.record({ do: fc.constant('choose' as const), of, item }),
  fc.record({ do: fc.constant('remove' as const), of }),
  fc.record({ do: fc.constant('a day later' as const) }),
] as const;
const staffStep = fc.oneof(...STAFF_STEPS);
/** Answers by every way among what staff do. */
const step = fc.oneof(...STAFF_STEPS, ...ANSWER_STEPS);
export type WalkStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type OwnStep = Exclude<WalkStep, AnswerStep>;

/** Pictures in many places first, so that most of them are of several people. */
const walkOf = (steps: fc.Arbitrary<WalkStep>, [minLength, maxLength]: [number, number]) =>
  fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.nat(PICTURES - 1), to), {
        selector: ([picture, place]) => `${picture} ${place}`,
        minLength: 3,
        maxLength: 6,
      }),
      fc.array(steps, { minLength, maxLength }),
    )
    .map(([start, rest]): WalkStep[] => [
      ...start.map(([picture, place]) => ({ do: 'add' as const, picture, to: place })),
      ...rest,
    ]);

export const drawnWalk = walkOf(staffStep, [10, 40]);
export const drawnAnswers = walkOf(step, [20, 50]);

/** Turning without decoding: the files hold nothing. */
const turning = (rt: Runtime): Runtime => ({
  ...rt,
  images: {
    ...rt.images,
    async turned(_master, folder) {
      for (const name of PHOTO_FILES) await writeFile(path.join(folder, name), name);
      return { width: 1200, height: 1600 };
    },
  },
});

const DECISIONS = {
  keep: 'keep',
  choose: 'choose',
  'delete all': 'delete',
  'for the own family': 'own',
} as const;

/** A facility whose staff do one thing after another with photos of several people. */
export class HiddenWalk {
  readonly #rt: Runtime;
  readonly #clock: Pick<FrozenClock, 'advance'>;
  readonly #hostId: string;
  readonly #carer: Actor;
  readonly admin: Actor;
  readonly model: HiddenModel;
  readonly #answers: AnswersWalk;
  refused = 0;
  readonly done = new Set<string>();

  private constructor(
    rt: Runtime,
    clock: Pick<FrozenClock, 'advance'>,
    staff: { admin: Actor; carer: Actor },
    model: HiddenModel,
    people: ConstructorParameters<typeof AnswersWalk>[3],
  ) {
    this.#rt = turning(rt);
    this.#clock = clock;
    this.admin = staff.admin;
    this.#carer = staff.carer;
    this.#hostId = staff.admin.host.id;
    this.model = model;
    this.#answers = new AnswersWalk(rt, staff.admin, model, people);
  }

  static async open(rt: Runtime, clock: Pick<FrozenClock, 'advance'>): Promise<HiddenWalk> {
    const host = await makeHost(rt);
    const links = new Map<string, { residentToken: string; familyToken: string }>();
    const families = new Map<string, string[]>();
    const names = new Map<string, string>();
    for (const [n, name] of NAMES.entries()) {
      const resident = await makeResident(rt, host.id, { name, photo_consent: 1 });
      const email = `kazoku${n}@example.jp`;
      const family = await makeFamily(rt, resident, { delivery: 'email', email });
      const other = await makeFamily(rt, resident, { name: '田中 次郎' });
      links.set(resident.id, { residentToken: resident.token, familyToken: family.token });
      families.set(resident.id, [family.id, other.id]);
      names.set(resident.id, name);
    }
    const admin = await signedIn(rt, await makeStaff(rt, host.id, { role: 'admin' }));
    const carer = await signedIn(rt, await makeStaff(rt, host.id));
    const people = { families, names };
    return new HiddenWalk(rt, clock, { admin, carer }, new HiddenModel(links), people);
  }

  /** @throws Error of anything but a refusal */
  async run(step: WalkStep): Promise<void> {
    // Answers of one instant would have no order.
    this.#clock.advance(1000);
    this.model.stepped();
    try {
      if (AnswersWalk.knows(step)) await this.#answers.run(step);
      else await this.#do(step);
      this.done.add(step.do);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      this.refused += 1;
    }
  }

  async #do(step: OwnStep): Promise<void> {
    const [rt, { model }, carer] = [this.#rt, this, this.#carer];
    const placeOf = (n: number): string | null => model.people[n] ?? null;
    switch (step.do) {
      case 'add': {
        const picture = `${this.#hostId} ${step.picture}`;
        const place = placeOf(step.to);
        if (!model.mayTake(picture, place)) return;
        const photo = { residentId: place, takenOn: DAYS[0] ?? '', picture };
        model.added((await makeItem(rt, this.#hostId, photo)).id, picture, place);
        return;
      }
      case 'consent': {
        const id = model.people[step.of] ?? '';
        const isOther = model.answerOf(id) !== step.is;
        await this.#answer(id, step.is);
        if (isOther) this.#answers.recorded(id, step.is);
        else model.consented(id, step.is);
        return;
      }
      case 'name':
      case 'unname': {
        const picture = `${this.#hostId} ${step.picture}`;
        await this.#name(step.do, picture, model.people[step.of] ?? '');
        return;
      }
      case 'keep':
      case 'for the own family':
      case 'delete all':
      case 'choose': {
        const id = model.people[step.of] ?? '';
        const itemIds = step.do === 'choose' ? model.some(step.item) : [];
        const decision = DECISIONS[step.do];
        await decidePhotos(rt, this.admin, id, { decision, itemIds });
        model.answered(id, decision, itemIds);
        return;
      }
      case 'remove': {
        const id = model.people[step.of] ?? '';
        await removeResident(rt, this.admin, id);
        this.#answers.removed(id);
        model.removed(id);
        return;
      }
      case 'a day later':
        this.#clock.advance(DAY_MS + 1);
        await forgetDeletedItems(rt);
        model.forgotten();
        return;
      default:
        for (const id of model.some(step.item)) await this.#doWith(id, step, carer, placeOf);
    }
  }

  async #answer(id: string, answer: Answer): Promise<void> {
    const isYes = answer === 'all' || answer === 'own';
    const change = isYes
      ? { photoConsent: true, photoConsentExtent: answer }
      : { photoConsent: answer };
    await updateResident(this.#rt, this.admin, id, change);
  }

  async #name(what: 'name' | 'unname', picture: string, id: string): Promise<void> {
    const { model } = this;
    const item = model.forAll(picture);
    if (item === undefined || id === '') return;
    const before = model.namesOf(picture);
    const rest = before.filter((one) => one !== id);
    const residentIds = what === 'name' ? [...rest, id] : rest;
    await namePeople(this.#rt, this.#carer, item, { residentIds });
    if (what === 'name' && !before.includes(id)) model.named(picture, id);
    if (what === 'unname' && before.includes(id)) model.unnamed(picture, id);
  }

  async #doWith(
    id: string,
    step: Exclude<
      OwnStep,
      { do: 'add' | 'consent' | 'name' | 'unname' | 'remove' | keyof typeof DECISIONS }
    >,
    carer: Actor,
    placeOf: (n: number) => string | null,
  ): Promise<void> {
    const [rt, { model }] = [this.#rt, this];
    switch (step.do) {
      case 'delete':
        await deleteItem(rt, carer, id);
        model.deleted(id);
        return;
      case 'restore':
        await restoreItem(rt, carer, id);
        model.restored(id);
        return;
      case 'move':
        await moveItem(rt, carer, id, placeOf(step.to));
        model.moved(id, placeOf(step.to));
        return;
      case 'copy': {
        const copy = await copyItem(rt, carer, id, placeOf(step.to));
        model.copied(id, copy.id, placeOf(step.to));
        return;
      }
      case 'turn':
        await changeItem(rt, carer, id, { rotate: 90 });
        return;
      case 'order':
        await changeItem(rt, carer, id, { order: 'earlier' });
        return;
      case 'date':
        await changeItem(rt, carer, id, { takenOn: step.day });
        return;
      case 'leave out':
      case 'let in':
        await changeItem(rt, carer, id, { leftOut: step.do === 'leave out' });
        model.leftOut(id, step.do === 'leave out');
        return;
      default:
    }
  }
}
