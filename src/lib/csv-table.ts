import { parse } from 'csv-parse/sync';
import { unguarded } from './csv.ts';
import { searchKey } from './kana.ts';
import { oneLine } from './text.ts';

/** The headings that each column is known by; the first is ours. */
export type Columns<Column extends string> = Record<Column, readonly string[]>;

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

/** Finds the columns of a list by its headings, or says what is wrong with the file. */
export function readCsvTable<Column extends string>(
  text: string,
  columns: Columns<Column>,
  required: NoInfer<Column>,
): ReadTable<Column> {
  const { records, problem } = readRecords(text);
  if (records === undefined) return { problem };
  const [headings = [], ...rows] = records;
  const names = Object.keys(columns) as Column[];
  const found = headings.map((heading) => columnOf(heading, columns, names));
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

function readRecords(text: string): Records {
  try {
    // Empty lines count, as in a spreadsheet.
    return {
      records: parse(text, { bom: true, relax_column_count: true, skip_empty_lines: false }),
    };
  } catch (error) {
    const { lines } = error as { lines?: number };
    const where = lines === undefined ? '' : `${lines}行目の近くで、`;
    return { problem: `${where}引用符（"）の使い方が正しくないため、読み取れません。` };
  }
}

/** ﾌﾘｶﾞﾅ equals フリガナ; notes in brackets are ignored. */
const headingKey = (text: string): string => searchKey(text).replace(/[(（].*$/, '');

function columnOf<Column extends string>(
  heading: string,
  columns: Columns<Column>,
  names: Column[],
): Column | null {
  const key = headingKey(heading);
  return names.find((name) => columns[name].some((known) => headingKey(known) === key)) ?? null;
}
