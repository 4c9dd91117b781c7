import { formatPostcode } from '#domains/facility/postcode.ts';
import { consentWords } from '#domains/people/consent.ts';
import type { FamilyCells } from '#domains/people/family-csv.ts';
import {
  FAMILY_HEADINGS,
  FAMILY_SAMPLE,
  columnOf,
  familyCells,
  readFamilyCells,
} from '#domains/people/family-csv.ts';
import { FAMILY_FACTS, FAMILY_FACT_NAMES } from '#domains/people/family-facts.ts';
import type { Family } from '#domains/people/family.ts';
import { deliveryName } from '#domains/people/family.ts';
import {
  RESIDENT_HEADINGS,
  RESIDENT_SAMPLE,
  readResidentCells,
  residentCells,
} from '#domains/people/resident-csv.ts';
import type { ListedFact } from '#domains/people/resident-facts.ts';
import { LISTED_FACTS, RESIDENT_FACTS } from '#domains/people/resident-facts.ts';
import type { ResidentLong } from '#domains/people/resident.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { CsvLine } from '#lib/csv-table.ts';
import { toCsv, unguarded } from '#lib/csv.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import { oneLine } from '#lib/text.ts';

import type { AddressBook } from './list-addresses.ts';
import { NO_ADDRESSES, mendAddress, postcodeMeant } from './list-addresses.ts';
import { readPhone } from './list-phones.ts';
import { lostLetters, roomAsked, withoutLost } from './lost-letters.ts';
import type { PlannedRow } from './plan-import.ts';
import { mailProblem } from './plan-problems.ts';
import type { RosterColumn } from './roster-table.ts';
import { readRosterRecords, readRosterTable } from './roster-table.ts';
import type { Roster, RosterFile } from './roster.ts';

type Line = CsvLine<RosterColumn>;

export const IMPORT_MAX_ROWS = 1000;
/** UTF-8. The form that posts the rows again must stay below 256 KB. */
export const IMPORT_MAX_BYTES = 200 * 1024;

const ID_COLUMN = '入居者番号';

type ReadRoster = { file: RosterFile; problem?: never } | { file?: never; problem: string };

/**
 * Parses a list, or says what is wrong with the file.
 * @param addresses of the postcodes in it (`addressesAsked`)
 */
export function readRosterCsv(
  text: string,
  today: CivilDate,
  roster: Roster,
  addresses: AddressBook = NO_ADDRESSES,
): ReadRoster {
  const { table, problem } = readRosterTable(text, roster);
  if (!table) return { problem };
  if (table.lines.length > IMPORT_MAX_ROWS) return TOO_MANY_ROWS;
  const rows = table.lines.map((line) => ({
    ...readRow(line, today),
    residentId: table.hasFamilies ? oneLine(line.cellOf('residentId')) : '',
    family: table.hasFamilies ? readFamily(line, addresses) : null,
  }));
  return { file: { rows, ignored: table.ignored.filter((name) => name !== TO_MEND) } };
}

/** What a list says of addresses: nothing is looked up for one without. */
export function addressesAsked(text: string, roster: Roster) {
  const lines = readRosterTable(text, roster).table?.lines.slice(0, IMPORT_MAX_ROWS) ?? [];
  const codes = new Set(lines.flatMap(({ cellOf }) => postcodeMeant(cellOf) ?? []));
  const hasAddresses = codes.size > 0 || lines.some(({ cellOf }) => cellOf('address') !== '');
  return { codes, hasAddresses };
}

function readFamily({ cellOf, isFormula }: Line, addresses: AddressBook): FamilyCells | null {
  const address = mendAddress(cellOf, addresses);
  const { phone, said: phoneSaid } = readPhone(cellOf);
  const cells = { ...address.cells, phone };
  const family = readFamilyCells((column) => cells[column as keyof typeof cells] ?? cellOf(column));
  const lost = lostLetters([
    ...OF_PERSON.map((name) => {
      const column = columnOf(name);
      return [`ご家族の${FAMILY_FACTS[name].label}`, cellOf(column), isFormula(column)] as const;
    }),
    [
      '住所',
      ['pref', 'city', 'town', 'street', 'address'].map((c) => cellOf(c as 'pref')).join(''),
      false,
    ],
  ]);
  if (family === null) return null;
  const odd = mailProblem(cellOf('email'));
  if (odd !== null) return { ...family, input: null, errors: [odd] };
  const said = [address.said, phoneSaid].filter((text) => text !== null).join('。');
  const of = { ...family, name: withoutLost(family.name), ...(said !== '' && { said }) };
  return lost.length === 0 ? of : { ...of, input: null, errors: lost };
}

const OF_PERSON = FAMILY_FACT_NAMES.filter((name) => FAMILY_FACTS[name].of === 'person');

const TOO_MANY_ROWS = {
  problem: `一度に取り込めるのは${IMPORT_MAX_ROWS}人までです。ファイルを分けてください。`,
};

function readRow(line: Line, today: CivilDate) {
  const { cellOf } = line;
  const cells = readResidentCells(cellOf, today);
  const lost = lostLetters(
    LISTED_FACTS.flatMap((name) =>
      'max' in RESIDENT_FACTS[name] || /^[#＃]/.test(cellOf(name))
        ? [[RESIDENT_FACTS[name].label, cellOf(name), line.isFormula(name)] as const]
        : [],
    ),
  );
  const surplus = line.hasSurplus ? ['見出しより列が多くなっています。'] : [];
  const room = roomAsked(cellOf('room')) ?? [];
  const errors = [...(lost.length > 0 ? lost : cells.errors), ...surplus].concat(room);
  const name = withoutLost(cells.name);
  return { ...cells, name, line: line.line, errors, input: errors.length > 0 ? null : cells.input };
}

/** One for residents, families or both. */
export const rosterTemplate = (): string =>
  toCsv([
    [...RESIDENT_HEADINGS.slice(0, RESIDENT_SAMPLE.length), ...FAMILY_HEADINGS],
    [...RESIDENT_SAMPLE, ...FAMILY_SAMPLE],
  ]);

/** Residents with their families, so that one file holds both; also residents without a family. */
export function familiesCsv(residents: readonly ResidentLong[], families: readonly Family[]) {
  const none = FAMILY_HEADINGS.map(() => '');
  const of = Map.groupBy(families, ({ residentId }) => residentId);
  const rows = residents.flatMap((resident) => {
    const own = (of.get(resident.id) ?? []).map(familyCells);
    return (own.length > 0 ? own : [none]).map((cells) => [
      resident.id,
      ...residentCells(resident),
      ...cells,
    ]);
  });
  return toCsv([[ID_COLUMN, ...RESIDENT_HEADINGS, ...FAMILY_HEADINGS], ...rows]);
}

/** Headings and cells as they were sent, and what to mend in a column of its own. */
export function wrongLinesCsv(csv: string, rows: readonly PlannedRow[]): string {
  const { records = [], at = 0 } = readRosterRecords(csv);
  const headings = records[at] ?? [];
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong');
  return toCsv([
    [...headings, TO_MEND],
    ...wrong.map(({ line, errors }) => {
      const cells = (records[line - 1] ?? []).map(unguarded);
      const blank = Array.from({ length: Math.max(0, headings.length - cells.length) }, () => '');
      return [...cells, ...blank, errors.join(' ')];
    }),
  ]);
}

const TO_MEND = '直すところ';

/** What a line of a file adds. */
export const describeRow = (row: PlannedRow): string =>
  [...(row.addsResident ? residentWords(row) : []), ...(row.addsFamily ? familyWords(row) : [])]
    .filter(Boolean)
    .join('・');

/** They say by themselves what they are. */
const PLAIN: ReadonlySet<ListedFact> = new Set(['nameKana', 'birthday']);

const residentWords = ({ input }: PlannedRow) => [
  ...LISTED_FACTS.map((field) => {
    const { label, shown } = RESIDENT_FACTS[field];
    const value = field === 'name' ? null : input?.[field];
    return value && (PLAIN.has(field) ? shown(value) : `${label} ${shown(value)}`);
  }),
  input && `写真は${consentWords(input.photoConsent, input.photoConsentExtent)}`,
  input?.leftOn && `退居 ${formatWithEra(input.leftOn)}`,
];

const familyWords = ({ family }: PlannedRow) => {
  const input = family?.input;
  return [
    ...OF_PERSON.map((name) => (name === 'name' ? null : input?.[name])),
    input && `お届けは${deliveryName(input.delivery)}`,
    input?.email,
    input?.phone && `電話 ${input.phone}`,
    input?.postcode && `〒${formatPostcode(input.postcode)}`,
    input && [input.pref, input.city, input.town, input.street].join(''),
  ];
};
