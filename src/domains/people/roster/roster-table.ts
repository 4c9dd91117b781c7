import { FAMILY_COLUMNS } from '#domains/people/family-csv.ts';
import { RESIDENT_COLUMNS } from '#domains/people/resident-csv.ts';
import type { CsvLine } from '#lib/csv-table.ts';
import { findHeadings, readCsvRecords, readCsvTable } from '#lib/csv-table.ts';
import { mailIn, personIn } from './around-values.ts';
import { MORE_PHONES, SENDING, alsoOf, headingKeys } from './headings.ts';
import type { Roster } from './roster.ts';

const RESIDENTS = {
  ...alsoOf('入居者', RESIDENT_COLUMNS),
  surname: ['姓', '氏', '苗字', '名字', '氏名（姓）', '名前（姓）', '入居者の姓', '入居者の氏'],
  given: ['名', '下の名前', '氏名（名）', '名前（名）'],
  surnameKana: ['姓ふりがな', '氏ふりがな', '苗字ふりがな', 'セイ'],
  givenKana: ['名ふりがな', 'メイ'],
};
const FAMILIES = {
  ...alsoOf('家族', {
    ...FAMILY_COLUMNS,
    delivery: [...FAMILY_COLUMNS.delivery, ...SENDING],
  }),
  /** All of it in one cell, or what is left of it. */
  address: ['住所', '家族の住所'],
  ...alsoOf('家族', MORE_PHONES),
  familySurname: ['家族の姓', '家族の氏', '家族の苗字', '家族氏名（姓）'],
  familyGiven: ['家族の下の名前', '家族氏名（名）'],
  familySurnameKana: ['家族の姓ふりがな', '家族のセイ'],
  familyGivenKana: ['家族のメイ'],
};
const BOTH = { residentId: ['入居者番号', '入居者ID'], ...RESIDENTS, ...FAMILIES };
export type RosterColumn = keyof typeof BOTH;

const KNOWN = new Set(
  Object.values(BOTH).flatMap((list) => list.map((one) => headingKeys(one)[0])),
);
const isHeading = (cell: string): boolean => headingKeys(cell).some((key) => KNOWN.has(key));

type Line = CsvLine<RosterColumn>;

interface RosterTable {
  lines: Line[];
  hasFamilies: boolean;
  ignored: string[];
}

type Records =
  | { records: string[][]; at: number; problem?: never }
  | { records?: never; at?: never; problem: string };

/** All lines, and which of them has the headings. */
export function readRosterRecords(text: string): Records {
  const { records, problem } = readCsvRecords(text, isHeading);
  if (records === undefined) return { problem };
  return { records, at: findHeadings(records, isHeading) };
}

type Read = { table: RosterTable; problem?: never } | { table?: never; problem: string };

/** Finds headings and columns, or says what is wrong with the file. */
export function readRosterTable(text: string, roster: Roster): Read {
  const { records, at = 0, problem } = readRosterRecords(text);
  if (records === undefined) return { problem };
  const read = { at, keysOf: headingKeys };
  const families = readCsvTable(records, read, FAMILIES, nameColumn(records, at, 'family'));
  if (!families.table && roster === 'families') return { problem: families.problem };
  const hasFamilies = families.table !== undefined;
  // Without families, addresses and the like are unknown columns.
  const columns = (hasFamilies ? BOTH : RESIDENTS) as typeof BOTH;
  const found = readCsvTable(records, read, columns, nameColumn(records, at, 'resident'));
  if (!found.table) return { problem: found.problem };
  const lines = found.table.lines.map((line) => ({ ...line, cellOf: withWholeNames(line) }));
  return { table: { lines, hasFamilies, ignored: found.table.ignored } };
}

const NAMES = {
  resident: { whole: 'name', surname: 'surname', given: 'given' },
  family: { whole: 'familyName', surname: 'familySurname', given: 'familyGiven' },
} as const;

/** Where 姓 and 名 are columns of their own, 姓 stands for the name. */
function nameColumn<Of extends keyof typeof NAMES>(records: string[][], at: number, of: Of) {
  const { whole, surname, given } = NAMES[of];
  const keys = new Set((records[at] ?? []).flatMap((cell) => headingKeys(cell)));
  const has = (column: RosterColumn): boolean =>
    BOTH[column].some((heading) => keys.has(headingKeys(heading)[0] ?? ''));
  const isApart = has(surname) && has(given) && !has(whole);
  return (isApart ? surname : whole) as (typeof NAMES)[Of]['whole' | 'surname'];
}

const PARTS = {
  name: ['surname', 'given'],
  nameKana: ['surnameKana', 'givenKana'],
  familyName: ['familySurname', 'familyGiven'],
  familyKana: ['familySurnameKana', 'familyGivenKana'],
} as const;

/** 姓 and 名 of their own columns make the name, where it is not there as a whole. */
function withWholeNames({ cellOf }: Line): Line['cellOf'] {
  return (column) => {
    if (column === 'email') return mailIn(cellOf(column));
    if (!(column in PARTS)) return cellOf(column);
    const name = wholeOf(column as keyof typeof PARTS);
    return personIn(name);
  };
  function wholeOf(column: keyof typeof PARTS): string {
    const [surname, given] = PARTS[column].map((part) => cellOf(part).trim());
    const whole = cellOf(column);
    const rest = given || whole;
    if (!surname || (given && whole.trim())) return whole.trim() === '' ? rest : whole;
    return rest.startsWith(surname) ? rest : `${surname} ${rest}`.trim();
  }
}
