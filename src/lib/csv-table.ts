import { unguarded } from './csv.ts';
import { searchKey } from './kana.ts';
import { oneLine } from './text.ts';

/** The headings that each column is known by; the first is ours. */
type Columns<Column extends string> = Record<Column, readonly string[]>;

/** Numbered as in a spreadsheet. */
export interface CsvLine<Column extends string> {
  line: number;
  /** Empty if the file has no such column. */
  cellOf: (column: Column) => string;
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

/** More than any list has, blank ones included. */
const MAX_LINES = 5000;
const MAX_COLUMNS = 100;
const MAX_CELL_LENGTH = 1000;

/** Finds the columns of a list by its headings, or says what is wrong with the file. */
export function readCsvTable<Column extends string>(
  [headings = [], ...rows]: string[][],
  columns: Columns<Column>,
  required: NoInfer<Column>,
): ReadTable<Column> {
  const names = Object.keys(columns) as Column[];
  const nameOf = new Map(
    names.flatMap((name) => columns[name].map((known) => [headingKey(known), name] as const)),
  );
  const found = headings.map((heading) => nameOf.get(headingKey(heading)) ?? null);
  const twice = names.find((name) => found.filter((column) => column === name).length > 1);
  if (twice)
    return { problem: `「${columns[twice][0]}」の見出しが2か所にあります。1か所にしてください。` };
  if (!found.includes(required)) {
    return {
      problem: `1行目に「${columns[required][0]}」という見出しがありません。ひな形の見出しを使ってください。`,
    };
  }
  const lines = rows
    .map((cells, index) => ({ cells, line: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ cells, line }) => ({
      line,
      cellOf: (column: Column) => unguarded(cells[found.indexOf(column)] ?? ''),
      hasSurplus: cells.slice(headings.length).some((cell) => cell.trim() !== ''),
    }));
  if (lines.length === 0) return { problem: '見出しの下に、1行もありません。' };
  const ignored = headings.filter((text, at) => found[at] === null && text.trim() !== '');
  return { table: { lines, ignored: ignored.map(oneLine), has: (name) => found.includes(name) } };
}

type Records = { records: string[][]; problem?: never } | { records?: never; problem: string };

/** A cell, in quotes or not, and what follows it. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * The cells of each line; empty lines count, as in a spreadsheet. Stops at the first line that is
 * too much: csv-parse makes an error of every line of another width, which took 12 s for 195 KB.
 */
export function readCsvRecords(text: string): Records {
  const records: string[][] = [];
  const cell = new RegExp(CELL);
  cell.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  let record: string[] = [];
  while (cell.lastIndex < text.length || record.length > 0) {
    const found = cell.exec(text);
    const problem = problemOf(found, record.length, records.length + 1);
    if (found === null || problem !== null) return { problem: problem ?? '' };
    const [, quoted, plain = '', end] = found;
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return { records };
}

function problemOf(found: RegExpExecArray | null, column: number, line: number): string | null {
  if (line > MAX_LINES)
    return `行が多すぎます（空の行も入れて${MAX_LINES}行まで）。空の行を削除するか、ファイルを分けてください。`;
  if (column >= MAX_COLUMNS)
    return `${line}行目の列が多すぎます（${MAX_COLUMNS}列まで）。使わない列を削除してください。`;
  if (found === null)
    return `${line}行目の近くで、引用符（"）の使い方が正しくないため、読み取れません。`;
  if (found[0].length > MAX_CELL_LENGTH)
    return `${line}行目に、長すぎる文があります（1つの欄は${MAX_CELL_LENGTH}文字まで）。引用符（"）が閉じているかも、確かめてください。`;
  return null;
}

/** ﾌﾘｶﾞﾅ equals フリガナ; notes in brackets are ignored. */
const headingKey = (text: string): string => searchKey(text).replace(/[(（].*$/, '');
