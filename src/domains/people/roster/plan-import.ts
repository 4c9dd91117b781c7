import { fitsBirthday, isSameDay } from '#domains/people/resident.ts';
import { remembering, searchKey, writtenKey } from '#lib/kana.ts';
import { SOMEBODY, nobodyIn, personIn } from './around-values.ts';
import {
  NOBODY,
  OTHER_NAME,
  UNKNOWN_RESIDENT,
  ambiguous,
  otherRoom,
  otherVariant,
  sameAs,
} from './plan-problems.ts';
import type { Registered, ResidentChanges } from './resident-changes.ts';
import { changed, changesOf } from './resident-changes.ts';
import type { Roster, RosterRow } from './roster.ts';
import type { KnownFamily } from './same-in-list.ts';
import { OTHER_PERSON, familyAnswer, sameIn } from './same-in-list.ts';

/** A resident who is registered. */
export interface KnownPerson extends Registered {
  id: string;
}

/** The resident of a line. */
interface Person extends Pick<Registered, 'name' | 'nameKana' | 'room' | 'birthday'> {
  /** null until an import adds it. */
  id: string | null;
  /** The first line that names it. */
  line: number;
}

/**
 * What a line adds, if anything; wrong if it cannot be imported. `asks`: whether it is about
 * somebody whose name is written with other variants, or whose family is there by another name;
 * `nobody`: it is about no person, and is left out unless somebody says otherwise.
 */
export interface PlannedRow extends RosterRow {
  outcome: 'new' | 'known' | 'wrong' | 'asks' | 'nobody';
  person: Person | null;
  addsResident: boolean;
  addsFamily: boolean;
  /** To a resident who is registered. */
  changes: ResidentChanges;
  /** Who may be meant. */
  maybe: KnownPerson | null;
  /** The same of its family. */
  maybeFamily: KnownFamily | null;
  /** Everything of the resident that will be registered; null for whoever is new. */
  after: Registered | null;
}

/** What a person has answered to the preview. */
export interface ImportAnswers {
  /** `line id`, `line other` or `line person`: who is meant by a line. */
  same: ReadonlySet<string>;
  /** `Difference.value` of those to put in place. */
  overwrites: ReadonlySet<string>;
}

export const NO_ANSWERS: ImportAnswers = { same: new Set(), overwrites: new Set() };

/**
 * Compares a file with what is registered and with itself. What is there stays as it is, so that a
 * list can be imported again with additions; what is empty is filled.
 */
export function planImport(
  rows: readonly RosterRow[],
  people: readonly KnownPerson[],
  families: readonly KnownFamily[] = [],
  roster: Roster = 'residents',
  answers: ImportAnswers = NO_ANSWERS,
): PlannedRow[] {
  const plan = new Plan(people, families, roster, answers);
  return rows.map((row) => plan.add(row));
}

type Input = NonNullable<RosterRow['input']>;
type Found = { person: Person; isNew: boolean } | { problem: string } | { maybe: KnownPerson };

class Plan {
  readonly #byId: Map<string, KnownPerson>;
  readonly #byName: Map<string, KnownPerson[]>;
  readonly #before = new Map<string, Person[]>();
  readonly #families: Map<string, KnownFamily[]>;
  readonly #familyLines = new Map<string, number>();
  readonly #written = remembering(writtenKey);
  readonly #key = remembering(searchKey);
  readonly #who = remembering(whoIs);
  readonly #roster: Roster;
  readonly #answers: ImportAnswers;
  /** As they will be after the lines so far. */
  readonly #after = new Map<string, Registered>();

  constructor(
    people: readonly KnownPerson[],
    families: readonly KnownFamily[],
    roster: Roster,
    answers: ImportAnswers,
  ) {
    this.#answers = answers;
    this.#byId = new Map(people.map((person) => [person.id, person]));
    this.#byName = Map.groupBy(people, ({ name }) => whoIs(name));
    this.#roster = roster;
    this.#families = Map.groupBy(families, ({ residentId }) => residentId);
  }

  add(row: RosterRow): PlannedRow {
    const nobody = nobodyIn(row.name);
    if (nobody !== null && !this.#answers.same.has(`${row.line} ${SOMEBODY}`)) {
      return { ...unchanged(row), outcome: 'nobody', errors: [NOBODY[nobody]] };
    }
    const errors = [...row.errors, ...(row.family?.errors ?? [])];
    if (row.input === null || errors.length > 0) return wrong(row, errors);
    if (this.#roster === 'families' && !row.family) return unchanged(row);
    const found = this.#personOf(row, row.input);
    if ('problem' in found) return wrong(row, [found.problem]);
    if ('maybe' in found) return this.#asking(row, row.input, found.maybe);
    const { person, isNew } = found;
    const family = row.family?.input ?? null;
    if (isNew && this.#roster === 'families') return wrong(row, [UNKNOWN_RESIDENT]);
    const twin = family && this.#twinOf(person, family.name, row.line);
    if (twin) return wrong(row, [`${twin}行目と同じご家族のようです。どちらか1行にしてください。`]);
    const first = family && sameIn(this.#families.get(person.id ?? ''), family);
    const answer = first && familyAnswer(this.#answers.same, row.line, first, family.name);
    const asks = answer === 'asks';
    const addsFamily = family !== null && !asks && answer !== 'same';
    const outcome = asks ? 'asks' : isNew || addsFamily ? 'new' : 'known';
    const planned = {
      ...unchanged(row),
      outcome,
      maybeFamily: asks ? first : null,
      person,
      addsResident: isNew,
      addsFamily,
    } as const;
    return { ...planned, ...this.#changesOf(row, row.input, person) };
  }

  /** With what is filled in if it is the same person. */
  #asking(row: RosterRow, input: Input, maybe: KnownPerson): PlannedRow {
    const known = this.#after.get(maybe.id) ?? maybe;
    const changes = this.#roster === 'families' ? NO_CHANGES : changesOf(known, input, row.line);
    return { ...unchanged(row), outcome: 'asks', maybe, changes };
  }

  /** The page of families changes no residents. */
  #changesOf({ line }: RosterRow, input: Input, { id }: Person) {
    const known = id === null ? undefined : (this.#after.get(id) ?? this.#byId.get(id));
    if (id === null || !known || this.#roster === 'families') return {};
    const changes = changesOf(known, input, line);
    const after = changed(known, input, changes, this.#answers.overwrites);
    this.#after.set(id, after);
    return { changes, after };
  }

  #personOf(row: RosterRow, input: Input): Found {
    const here = { ...input, id: null, line: row.line };
    const key = this.#who(input.name);
    const namesakes = this.#before.get(key) ?? [];
    this.#before.set(key, namesakes);
    const earlier = namesakes.find((other) => fitsBirthday(other, input));
    if (
      earlier &&
      this.#written(earlier.name) !== this.#written(input.name) &&
      !isSameDay(earlier, input)
    )
      return { problem: otherVariant(earlier) };
    if (earlier) return row.family ? sharedWith(earlier, here) : { problem: sameAs(earlier.line) };
    const known = this.#knownOf(row, input);
    if (known !== null && ('problem' in known || 'maybe' in known)) return known;
    // By the name of this list, which its other lines have.
    const birthday = known?.birthday ?? input.birthday;
    const person = known ? { ...known, name: input.name, birthday, line: row.line } : here;
    namesakes.push(person);
    return { person, isNew: known === null };
  }

  #knownOf(
    row: RosterRow,
    input: Input,
  ): KnownPerson | { problem: string } | { maybe: KnownPerson } | null {
    const byId = this.#byId.get(row.residentId);
    if (byId)
      return this.#who(byId.name) === this.#who(input.name) ? byId : { problem: OTHER_NAME };
    const all = (this.#byName.get(this.#who(input.name)) ?? []).filter((person) =>
      fitsBirthday(this.#after.get(person.id) ?? person, input),
    );
    const written = this.#written(input.name);
    const exact = all.filter(({ name }) => this.#written(name) === written);
    const fitting = this.#narrowed(exact.length > 0 ? exact : all, input);
    if (fitting.length > 1 && row.family) return { problem: ambiguous(fitting.length) };
    const [found = null] = fitting;
    const isSure = found === null || (exact.length > 0 && !this.#isDoubtful(found, input));
    return isSure ? found : this.#answerOf(row, found);
  }

  /** Among several of one name, those whose reading and room fit as well, if any do. */
  #narrowed(people: KnownPerson[], { nameKana, room }: Pick<Input, 'nameKana' | 'room'>) {
    if (people.length < 2) return people;
    const differs = (a: string, b: string): boolean =>
      a !== '' && b !== '' && this.#key(a) !== this.#key(b);
    return people.filter(
      (person) => !differs(person.nameKana, nameKana) && !differs(person.room, room),
    );
  }

  /** Whoever has another room or reading may be a namesake, who must not get another's answers. */
  #isDoubtful(found: KnownPerson, input: Input): boolean {
    if (this.#roster === 'families' || isSameDay(found, input)) return false;
    const { fills, differences } = changesOf(this.#after.get(found.id) ?? found, input, 0);
    return fills.length > 0 && differences.some(({ field }) => field !== null && field !== 'name');
  }

  /** Only a person knows whether 渡邉 is the 渡辺 who is registered. */
  #answerOf({ line }: RosterRow, maybe: KnownPerson): KnownPerson | { maybe: KnownPerson } | null {
    if (this.#answers.same.has(`${line} ${maybe.id}`)) return maybe;
    return this.#answers.same.has(`${line} ${OTHER_PERSON}`) ? null : { maybe };
  }

  #twinOf(person: Person, name: string, line: number): number | undefined {
    const key = familyKey(personKey(person), name);
    const twin = this.#familyLines.get(key);
    this.#familyLines.set(key, twin ?? line);
    return twin;
  }
}

/** Another family of a resident of the same file. */
function sharedWith(earlier: Person, here: Person): Found {
  const rooms = [earlier.room, here.room].map(searchKey);
  if (rooms[0] && rooms[1] && rooms[0] !== rooms[1]) return { problem: otherRoom(earlier.line) };
  return { person: earlier, isNew: false };
}

/** As a list of today is read: a name may have been registered with 様 from one of before. */
const whoIs = (name: string): string => searchKey(personIn(name));

const personKey = ({ id, line }: Person): string => id ?? `line ${line}`;
const familyKey = (resident: string, name: string): string => `${resident} ${searchKey(name)}`;

const NO_CHANGES: ResidentChanges = { fills: [], differences: [] };

const unchanged = (row: RosterRow): PlannedRow => ({
  ...row,
  outcome: 'known',
  person: null,
  addsResident: false,
  addsFamily: false,
  changes: NO_CHANGES,
  maybe: null,
  maybeFamily: null,
  after: null,
});

const wrong = (row: RosterRow, errors: string[]): PlannedRow => ({
  ...unchanged(row),
  errors,
  outcome: 'wrong',
});
