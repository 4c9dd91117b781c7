import { unguarded } from './csv.ts';
import { oneLine } from './text.ts';

/** The headings that each column is known by; the first is ours. */
type Columns<Column extends string> = Record<Column, readonly string[]>;

/** The spellings of a heading by which columns are found, the surest first. */
type KeysOf = (heading: string) => readonly string[];

/** Numbered as in a spreadsheet. */
export interface CsvLine<Column extends string> {
  line: number;
  /** Empty if the file has no such column. */
  cellOf: (column: Column) => string;
  /** Not worked out; one that our own export has guarded is a text. */
  isFormula: (column: Column) => boolean;
  /** Cells to the right of the last heading. */
  hasSurplus: boolean;
}

interface CsvTable<Column extends string> {
  lines: CsvLine<Column>[];
  /** Headings that are not known. */
  ignored: string[];
  has: (column: Column) => boolean;
}

type ReadTable<Column extends string> =
  { table: CsvTable<Column>; problem?: never } | { table?: never; problem: string };

/** More than any list has; what is blank does not count. */
const MAX_LINES = 5000;
const MAX_COLUMNS = 100;
const MAX_CELL_LENGTH = 1000;

/** A title, a day and blank lines may stand above. */
const HEADINGS_WITHIN = 20;

/** @returns which record has the headings: the first of those with the most known; 0 without any */
export function findHeadings(records: readonly string[][], isKnown: (cell: string) => boolean) {
  const counts = records
    .slice(0, HEADINGS_WITHIN)
    .map((cells) => cells.filter((cell) => cell.trim() !== '' && isKnown(cell)).length);
  return Math.max(0, counts.indexOf(Math.max(0, ...counts)));
}

/**
 * Finds the columns of a list by its headings, or says what is wrong with the file.
 * @param at which record has the headings
 */
export function readCsvTable<Column extends string>(
  records: readonly string[][],
  { at, keysOf }: { at: number; keysOf: KeysOf },
  columns: Columns<Column>,
  required: NoInfer<Column>,
): ReadTable<Column> {
  const headings = records[at] ?? [];
  const { found, twice } = findColumns(headings, keysOf, columns);
  if (twice !== undefined)
    return { problem: `「${columns[twice][0]}」の見出しが2か所にあります。1か所にしてください。` };
  if (!found.includes(required)) {
    return {
      problem: `「${columns[required][0]}」という見出しがありません。ひな形の見出しを使ってください。`,
    };
  }
  // A list of several sheets repeats its headings.
  const repeated = headings.join('\n');
  const lines = records
    .map((cells, index) => ({ cells, line: index + 1 }))
    .slice(at + 1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .filter(({ cells }) => cells.join('\n') !== repeated)
    .map(({ cells, line }) => ({
      line,
      cellOf: (column: Column) => unguarded(cells[found.indexOf(column)] ?? ''),
      isFormula: (column: Column) => FORMULA.test(cells[found.indexOf(column)] ?? ''),
      hasSurplus: cells.slice(headings.length).some((cell) => cell.trim() !== ''),
    }));
  if (lines.length === 0) return { problem: '見出しの下に、1行もありません。' };
  const ignored = headings.filter((text, n) => found[n] === null && text.trim() !== '');
  return { table: { lines, ignored: ignored.map(oneLine), has: (name) => found.includes(name) } };
}

/** As a spreadsheet shows it in place of its value; not `="001"`, which keeps zeros. */
const FORMULA = /^\s*=(?!"[^"]*"$)/;

/** If two headings fit a column, the one that says more is it (家族の住所 beside 住所). */
function findColumns<Column extends string>(
  headings: readonly string[],
  keysOf: KeysOf,
  columns: Columns<Column>,
): { found: (Column | null)[]; twice: Column | undefined } {
  const names = Object.keys(columns) as Column[];
  const nameOf = new Map(
    names.flatMap((name) => columns[name].map((known) => [keysOf(known)[0] ?? '', name] as const)),
  );
  const read = headings.map((heading) => {
    const keys = keysOf(heading);
    const at = keys.findIndex((key) => nameOf.has(key));
    const key = keys[at] ?? '';
    return { name: nameOf.get(key) ?? null, sure: (at === 0 ? HEADING_MAX : 0) + key.length };
  });
  const best = new Map<Column, number>();
  for (const { name, sure } of read)
    if (name !== null) best.set(name, Math.max(sure, best.get(name) ?? 0));
  const found = read.map(({ name, sure }) =>
    name !== null && best.get(name) === sure ? name : null,
  );
  const twice = names.find((name) => found.filter((column) => column === name).length > 1);
  return { found, twice };
}

/** Longer than any heading that is known. */
const HEADING_MAX = 100;

type Records = { records: string[][]; problem?: never } | { records?: never; problem: string };

const SEPARATORS = [',', '\t', ';'];
/** Excel's own line about the separator, which it does not show as a line. */
const SEPARATOR_LINE = /^\ufeff?"?sep=([^"\r\n])"?[,;\t ]*(?:\r\n|\n|\r)/i;

/**
 * The cells of each line; empty lines count, as in a spreadsheet.
 * @param isHeading tells by which separator a line of headings comes out
 */
export function readCsvRecords(text: string, isHeading: (cell: string) => boolean): Records {
  const [line, named] = SEPARATOR_LINE.exec(text) ?? ['', undefined];
  const rest = text.slice(line.length).replace(/^\ufeff/, '');
  return readRecords(rest, named ?? separatorOf(rest, isHeading));
}

function separatorOf(text: string, isHeading: (cell: string) => boolean): string {
  const counted = SEPARATORS.map((separator) => {
    const { records = [] } = readRecords(text, separator, HEADINGS_WITHIN);
    return { separator, count: Math.max(...records.map((r) => r.filter(isHeading).length), 0) };
  });
  return counted.sort((a, b) => b.count - a.count)[0]?.separator ?? ',';
}

/** A cell, in quotes or not, or as `="001"`, and what follows it. */
const cellBefore = (separator: string): RegExp => {
  const end = separator.replace(/[|^$.*+?()[\]{}\\-]/, '\\$&');
  return new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|(="[^"\\r\\n]*"|[^"${end}\\r\\n]*))(${end}|\\r\\n|\\n|\\r|$)`,
    'y',
  );
};

/** How spreadsheets are told to keep a text's zeros. */
const KEPT_AS_TEXT = /^="((?:[^"]|"")*)"$/;
const keptText = (cell: string): string =>
  KEPT_AS_TEXT.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;

/**
 * Stops at the first line that is too much: csv-parse makes an error of every line of another
 * width, which took 12 s for 195 KB.
 */
function readRecords(text: string, separator: string, most = Infinity): Records {
  const records: string[][] = [];
  const cell = cellBefore(separator);
  let record: string[] = [];
  let filled = 0;
  while (records.length < most && (cell.lastIndex < text.length || record.length > 0)) {
    const found = cell.exec(text);
    const problem = problemOf(found, record.length, records.length + 1, filled);
    if (found === null || problem !== null) return { problem: problem ?? '' };
    const [, quoted, plain = '', end] = found;
    const kept = keptText(quoted?.replaceAll('""', '"') ?? plain);
    if (kept !== '' || record.length < MAX_COLUMNS) record.push(kept);
    if (end === separator) continue;
    if (record.some((one) => one !== '')) filled += 1;
    records.push(record);
    record = [];
  }
  return { records };
}

function problemOf(
  found: RegExpExecArray | null,
  column: number,
  line: number,
  filled: number,
): string | null {
  if (filled >= MAX_LINES) {
    return `行が多すぎます（${MAX_LINES}行まで）。ファイルを分けてください。`;
  }
  if (column >= MAX_COLUMNS && (found?.[1] ?? found?.[2] ?? '') !== '')
    return `${line}行目の列が多すぎます（${MAX_COLUMNS}列まで）。使わない列を削除してください。`;
  if (found === null)
    return `${line}行目の近くで、引用符（"）の使い方が正しくないため、読み取れません。`;
  if (found[0].length > MAX_CELL_LENGTH)
    return `${line}行目に、長すぎる文があります（1つの欄は${MAX_CELL_LENGTH}文字まで）。引用符（"）が閉じているかも、確かめてください。`;
  return null;
}
