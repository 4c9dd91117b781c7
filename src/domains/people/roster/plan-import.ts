import { isSamePerson } from '#domains/people/resident.ts';
import { searchKey } from '#lib/kana.ts';
import type { Roster, RosterRow } from './roster.ts';

/** A resident who is registered. */
interface KnownPerson {
  id: string;
  name: string;
  nameKana: string;
  room: string;
  birthday: string | null;
}

interface KnownFamily {
  residentId: string;
  name: string;
}

/** The resident of a line. */
interface Person extends Omit<KnownPerson, 'id'> {
  /** null until an import adds it. */
  id: string | null;
  /** The first line that names it. */
  line: number;
}

/** What a line adds, if anything; wrong if it cannot be imported. */
export interface PlannedRow extends RosterRow {
  outcome: 'new' | 'known' | 'wrong';
  person: Person | null;
  addsResident: boolean;
  addsFamily: boolean;
}

/**
 * Compares a file with what is registered and with itself. What is there stays as it is, so that a
 * list can be imported again with additions.
 */
export function planImport(
  rows: readonly RosterRow[],
  people: readonly KnownPerson[],
  families: readonly KnownFamily[] = [],
  roster: Roster = 'residents',
): PlannedRow[] {
  const plan = new Plan(people, families, roster);
  return rows.map((row) => plan.add(row));
}

type Found = { person: Person; isNew: boolean } | { problem: string };

class Plan {
  readonly #byId: Map<string, KnownPerson>;
  readonly #byName: Map<string, KnownPerson[]>;
  readonly #before = new Map<string, Person[]>();
  readonly #families = new Set<string>();
  readonly #familyLines = new Map<string, number>();
  readonly #roster: Roster;

  constructor(people: readonly KnownPerson[], families: readonly KnownFamily[], roster: Roster) {
    this.#byId = new Map(people.map((person) => [person.id, person]));
    this.#byName = Map.groupBy(people, ({ name }) => searchKey(name));
    this.#roster = roster;
    for (const { residentId, name } of families) this.#families.add(familyKey(residentId, name));
  }

  add(row: RosterRow): PlannedRow {
    const errors = [...row.errors, ...(row.family?.errors ?? [])];
    if (row.input === null || errors.length > 0) return wrong(row, errors);
    if (this.#roster === 'families' && !row.family) return unchanged(row);
    const found = this.#personOf(row, row.input);
    if ('problem' in found) return wrong(row, [found.problem]);
    const { person, isNew } = found;
    const family = row.family?.input ?? null;
    if (isNew && this.#roster === 'families') return wrong(row, [UNKNOWN_RESIDENT]);
    const twin = family && this.#twinOf(person, family.name, row.line);
    if (twin) return wrong(row, [`${twin}行目と同じご家族のようです。どちらか1行にしてください。`]);
    const addsFamily = family !== null && !this.#hasFamily(person, family.name);
    const outcome = isNew || addsFamily ? 'new' : 'known';
    return { ...row, outcome, person, addsResident: isNew, addsFamily };
  }

  #personOf(row: RosterRow, input: NonNullable<RosterRow['input']>): Found {
    const here = { ...input, id: null, line: row.line };
    const key = searchKey(input.name);
    const earlier = this.#before.get(key)?.find((other) => isSamePerson(other, input));
    if (earlier) return row.family ? sharedWith(earlier, here) : { problem: sameAs(earlier.line) };
    const known = this.#knownOf(row, input);
    if (known !== null && 'problem' in known) return known;
    const person = known ? { ...known, line: row.line } : here;
    this.#before.set(key, [...(this.#before.get(key) ?? []), person]);
    return { person, isNew: known === null };
  }

  #knownOf(
    row: RosterRow,
    input: NonNullable<RosterRow['input']>,
  ): KnownPerson | { problem: string } | null {
    const byId = this.#byId.get(row.residentId);
    if (byId)
      return searchKey(byId.name) === searchKey(input.name) ? byId : { problem: OTHER_NAME };
    const all = this.#byName.get(searchKey(input.name)) ?? [];
    const fitting = narrowed(
      all.filter((person) => isSamePerson(person, input)),
      input,
    );
    if (fitting.length > 1 && row.family) return { problem: ambiguous(fitting.length) };
    return fitting[0] ?? null;
  }

  #twinOf(person: Person, name: string, line: number): number | undefined {
    const key = familyKey(personKey(person), name);
    const twin = this.#familyLines.get(key);
    this.#familyLines.set(key, twin ?? line);
    return twin;
  }

  #hasFamily = ({ id }: Person, name: string): boolean =>
    id !== null && this.#families.has(familyKey(id, name));
}

/** Among several of one name, those whose reading and room fit as well, if any do. */
function narrowed(
  people: KnownPerson[],
  { nameKana, room }: { nameKana: string; room: string },
): KnownPerson[] {
  if (people.length < 2) return people;
  const differs = (a: string, b: string): boolean =>
    a !== '' && b !== '' && searchKey(a) !== searchKey(b);
  return people.filter(
    (person) => !differs(person.nameKana, nameKana) && !differs(person.room, room),
  );
}

/** Another family of a resident of the same file. */
function sharedWith(earlier: Person, here: Person): Found {
  const rooms = [earlier.room, here.room].map(searchKey);
  if (rooms[0] && rooms[1] && rooms[0] !== rooms[1]) return { problem: otherRoom(earlier.line) };
  return { person: earlier, isNew: false };
}

const personKey = ({ id, line }: Person): string => id ?? `line ${line}`;
const familyKey = (resident: string, name: string): string => `${resident} ${searchKey(name)}`;

const unchanged = (row: RosterRow): PlannedRow => ({
  ...row,
  outcome: 'known',
  person: null,
  addsResident: false,
  addsFamily: false,
});

const wrong = (row: RosterRow, errors: string[]): PlannedRow => ({
  ...unchanged(row),
  errors,
  outcome: 'wrong',
});

const UNKNOWN_RESIDENT =
  'この入居者は、まだ登録されていません。お名前を確かめるか、先に入居者を登録してください。';
const OTHER_NAME = '入居者番号の方と、お名前が違います。どちらかを直してください。';
const ambiguous = (count: number): string =>
  `同じお名前の入居者が${count}人います。生年月日か部屋を入れて、どなたかわかるようにしてください。`;
const sameAs = (line: number): string =>
  `${line}行目と同じ方のようです。別の方なら、両方に生年月日を入れてください。`;
const otherRoom = (line: number): string =>
  `${line}行目と同じお名前で、部屋が違います。同じ方なら部屋をそろえ、別の方なら両方に生年月日を入れてください。`;
