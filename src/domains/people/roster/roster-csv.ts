import { formatPostcode } from '#domains/facility/postcode.ts';
import { consentWords } from '#domains/people/consent.ts';
import {
  FAMILY_COLUMNS,
  FAMILY_HEADINGS,
  FAMILY_SAMPLE,
  familyCells,
  readFamilyCells,
} from '#domains/people/family-csv.ts';
import type { Family } from '#domains/people/family.ts';
import { deliveryName } from '#domains/people/family.ts';
import {
  RESIDENT_COLUMNS,
  RESIDENT_HEADINGS,
  readResidentCells,
  residentCells,
} from '#domains/people/resident-csv.ts';
import type { ResidentLong } from '#domains/people/resident.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { CsvLine } from '#lib/csv-table.ts';
import { readCsvRecords, readCsvTable } from '#lib/csv-table.ts';
import { toCsv, unguarded } from '#lib/csv.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import { oneLine } from '#lib/text.ts';
import type { PlannedRow } from './plan-import.ts';
import type { Roster, RosterFile } from './roster.ts';

export const IMPORT_MAX_ROWS = 1000;
/** UTF-8. The form that posts the rows again must stay below 256 KB. */
export const IMPORT_MAX_BYTES = 200 * 1024;

const ID_COLUMN = { residentId: ['入居者番号', '入居者ID'] } as const;
const BOTH = { ...ID_COLUMN, ...RESIDENT_COLUMNS, ...FAMILY_COLUMNS };

type ReadRoster = { file: RosterFile; problem?: never } | { file?: never; problem: string };

/** Parses a list, or says what is wrong with the file. */
export function readRosterCsv(text: string, today: CivilDate, roster: Roster): ReadRoster {
  const { records, problem } = readCsvRecords(text);
  if (records === undefined) return { problem };
  const { familyName } = FAMILY_COLUMNS;
  const families = readCsvTable(records, { familyName }, 'familyName');
  if (families.table) return readBoth(records, today);
  if (roster === 'families') return { problem: families.problem };
  return readResidents(records, today);
}

/** Without families, addresses and the like are unknown columns. */
function readResidents(records: string[][], today: CivilDate): ReadRoster {
  const { table, problem } = readCsvTable(records, RESIDENT_COLUMNS, 'name');
  if (!table) return { problem };
  if (table.lines.length > IMPORT_MAX_ROWS) return TOO_MANY_ROWS;
  const rows = table.lines.map((line) => ({
    ...readRow(line, today),
    residentId: '',
    family: null,
  }));
  return { file: { rows, ignored: table.ignored.filter((name) => name !== TO_MEND) } };
}

function readBoth(records: string[][], today: CivilDate): ReadRoster {
  const { table, problem } = readCsvTable(records, BOTH, 'name');
  if (!table) return { problem };
  if (table.lines.length > IMPORT_MAX_ROWS) return TOO_MANY_ROWS;
  const rows = table.lines.map((line) => ({
    ...readRow(line, today),
    residentId: oneLine(line.cellOf('residentId')),
    family: readFamilyCells(line.cellOf),
  }));
  return { file: { rows, ignored: table.ignored.filter((name) => name !== TO_MEND) } };
}

const TOO_MANY_ROWS = {
  problem: `一度に取り込めるのは${IMPORT_MAX_ROWS}人までです。ファイルを分けてください。`,
};

function readRow(line: CsvLine<keyof typeof RESIDENT_COLUMNS>, today: CivilDate) {
  const cells = readResidentCells(line.cellOf, today);
  const surplus = line.hasSurplus ? ['見出しより列が多くなっています。'] : [];
  const errors = [...cells.errors, ...surplus];
  return { ...cells, line: line.line, errors, input: errors.length > 0 ? null : cells.input };
}

const [NAME, KANA, ROOM] = RESIDENT_HEADINGS;

export const familiesTemplate = (): string =>
  toCsv([
    [NAME, KANA, ROOM, ...FAMILY_HEADINGS].map(String),
    ['見本 花子', 'みほん はなこ', '101', ...FAMILY_SAMPLE],
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
  return toCsv([[ID_COLUMN.residentId[0], ...RESIDENT_HEADINGS, ...FAMILY_HEADINGS], ...rows]);
}

/** Headings and cells as they were sent, and what to mend in a column of its own. */
export function wrongLinesCsv(csv: string, rows: readonly PlannedRow[]): string {
  const [headings = [], ...lines] = readCsvRecords(csv).records ?? [];
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong');
  return toCsv([
    [...headings, TO_MEND],
    ...wrong.map(({ line, errors }) => {
      const cells = (lines[line - 2] ?? []).map(unguarded);
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

const residentWords = ({ input }: PlannedRow) => [
  input?.nameKana,
  input?.room && `部屋 ${input.room}`,
  input?.birthday && formatWithEra(input.birthday),
  input && `写真は${consentWords(input.photoConsent, input.photoConsentExtent)}`,
  input?.leftOn && `退居 ${formatWithEra(input.leftOn)}`,
];

const familyWords = ({ family }: PlannedRow) => {
  const input = family?.input;
  return [
    input?.nameKana,
    input?.relationship,
    input && `お届けは${deliveryName(input.delivery)}`,
    input?.email,
    input?.postcode && `〒${formatPostcode(input.postcode)}`,
    input && [input.pref, input.city, input.town, input.street].join(''),
  ];
};
