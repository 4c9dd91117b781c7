import { searchKey } from '#lib/kana.ts';
import type { CsvRow } from './resident-csv.ts';
import type { Person } from './resident.ts';
import { isSamePerson } from './resident.ts';

/** What happens to a line: new, already there, or wrong. */
export interface PlannedRow extends CsvRow {
  outcome: 'new' | 'known' | 'wrong';
}

/**
 * Compares a file with existing residents and with itself. Existing residents are unchanged, so
 * that a list can be imported again with additions.
 */
export function planImport(rows: readonly CsvRow[], residents: readonly Person[]): PlannedRow[] {
  const known = byName(residents);
  const before = new Map<string, (Person & { line: number })[]>();
  return rows.map((row) => {
    if (row.input === null) return { ...row, outcome: 'wrong' };
    const { name, birthday } = row.input;
    const key = searchKey(name);
    const twin = before.get(key)?.find((other) => isSamePerson(other, { name, birthday }));
    before.set(key, [...(before.get(key) ?? []), { name, birthday, line: row.line }]);
    if (twin) return { ...row, outcome: 'wrong', errors: [sameAs(twin.line)] };
    const isKnown = known.get(key)?.some((person) => isSamePerson(person, { name, birthday }));
    return { ...row, outcome: isKnown ? 'known' : 'new' };
  });
}

const sameAs = (line: number): string =>
  `${line}行目と同じ方のようです。別の方なら、両方に生年月日を入れてください。`;

function byName(people: readonly Person[]): Map<string, Person[]> {
  const found = new Map<string, Person[]>();
  for (const person of people) {
    const key = searchKey(person.name);
    found.set(key, [...(found.get(key) ?? []), person]);
  }
  return found;
}
