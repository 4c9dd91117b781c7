import { searchKey } from '../../lib/kana.ts';
import type { CsvRow } from './resident-csv.ts';
import type { Person } from './resident.ts';
import { isSamePerson } from './resident.ts';

/** What becomes of one line: a new resident, somebody who is there already, or a mistake. */
export interface PlannedRow extends CsvRow {
  outcome: 'new' | 'known' | 'wrong';
}

/**
 * Compares a file with the residents there are, and with itself. Somebody who is there already
 * stays as they are, so that a list may come in again with new people added to it.
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
