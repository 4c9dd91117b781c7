import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { CivilDate } from '#lib/calendar.ts';
import { toCsv, unguarded } from '#lib/csv.ts';
import { searchKey } from '#lib/kana.ts';
import { oneLine } from '#lib/text.ts';
import type { PhotoConsent } from './consent.ts';
import { consentWords } from './consent.ts';
import { WrittenDay } from './resident-form.ts';
import type { CreateResidentInput, ResidentLong } from './resident.ts';
import { DAY_LABELS, RESIDENT_FIELDS, findDayProblems } from './resident.ts';

export const IMPORT_MAX_ROWS = 1000;
/** UTF-8. The form that posts the rows again must stay below 256 KB. */
export const IMPORT_MAX_BYTES = 200 * 1024;

/** The first of each is ours; the others are common elsewhere. */
const COLUMNS = {
  name: ['氏名', '名前', 'お名前', '入居者名', '利用者名'],
  nameKana: ['ふりがな', 'フリガナ', 'かな', 'カナ', '氏名カナ', '氏名かな'],
  room: ['部屋', '部屋番号', '居室', '居室番号'],
  birthday: ['生年月日', '誕生日'],
  photoConsent: ['写真の掲載', '写真掲載', '写真'],
  leftOn: ['退居の日', '退居日', '退去日', '退所日'],
  awaySince: [DAY_LABELS.awaySince, '不在の日', '入院日'],
  diedOn: [DAY_LABELS.diedOn, '逝去日', '死亡日'],
} as const;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
const HEADINGS = NAMES.map((column) => COLUMNS[column][0]);
/** Nobody on a first list is away or has died. */
const TEMPLATE = HEADINGS.slice(0, NAMES.indexOf('awaySince'));
const NAME_HEADING = COLUMNS.name[0];

const YES = ['はい', '載せてよい', '有', 'あり', '可', '同意', '○', '〇', '1', 'yes', 'true'];
const NO = ['いいえ', '載せない', '無', 'なし', '不可', '不同意', '×', '✕', '0', 'no', 'false'];
/** Only the family can say no: an empty cell does not. */
const NOT_ASKED = ['', 'まだ', '未', '未確認', '未定', '確認中', '?', consentWords(null)];

const SAMPLE = ['見本 花子', 'みほん はなこ', '101', '昭和10年3月3日', 'はい', ''];

export const templateCsv = (): string => toCsv([TEMPLATE, SAMPLE]);

export const residentsCsv = (residents: readonly ResidentLong[]): string =>
  toCsv([
    HEADINGS,
    ...residents.map((resident) => [
      resident.name,
      resident.nameKana,
      resident.room ?? '',
      resident.birthday ?? '',
      consentCell(resident.photoConsent),
      resident.leftOn ?? '',
      resident.awaySince ?? '',
      resident.diedOn ?? '',
    ]),
  ]);

const consentCell = (consent: PhotoConsent): string =>
  consent === null ? consentWords(null) : consent ? 'はい' : 'いいえ';

/** Numbered as in a spreadsheet. */
export interface CsvRow {
  line: number;
  /** As written, to find the row again. */
  name: string;
  /** null for an invalid row. */
  input: CreateResidentInput | null;
  errors: string[];
}

export interface CsvFile {
  rows: CsvRow[];
  ignored: string[];
}

type ReadCsv = { file: CsvFile; problem?: never } | { file?: never; problem: string };

/** Parses a resident list, or says what is wrong with the file. */
export function readResidentsCsv(text: string, today: CivilDate): ReadCsv {
  const table = readTable(text);
  if (table.problem !== undefined) return table;
  const [headings = [], ...records] = table.records;
  const columns = headings.map(columnOf);
  const twice = NAMES.find((name) => columns.filter((column) => column === name).length > 1);
  if (twice)
    return { problem: `「${COLUMNS[twice][0]}」の見出しが2か所にあります。1か所にしてください。` };
  if (!columns.includes('name')) {
    return {
      problem: `1行目に「${NAME_HEADING}」という見出しがありません。ひな形の見出しを使ってください。`,
    };
  }
  const rows = records
    .map((cells, index) => ({ cells, line: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ cells, line }) => readRow(cells, columns, line, today));
  if (rows.length === 0) return { problem: '見出しの下に、1行もありません。' };
  if (rows.length > IMPORT_MAX_ROWS) {
    return {
      problem: `一度に取り込めるのは${IMPORT_MAX_ROWS}名までです。ファイルを分けてください。`,
    };
  }
  const ignored = headings.filter((_, at) => isIgnored(headings, columns, at)).map(oneLine);
  return { file: { rows, ignored } };
}

const isIgnored = (headings: string[], columns: (Column | null)[], at: number): boolean =>
  columns[at] === null && headings[at]?.trim() !== '';

type Table = { records: string[][]; problem?: never } | { records?: never; problem: string };

function readTable(text: string): Table {
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

function columnOf(heading: string): Column | null {
  const key = headingKey(heading);
  return NAMES.find((name) => COLUMNS[name].some((known) => headingKey(known) === key)) ?? null;
}

const RowInput = z.object({
  name: RESIDENT_FIELDS.name,
  nameKana: RESIDENT_FIELDS.nameKana,
  room: RESIDENT_FIELDS.room,
  birthday: WrittenDay,
  photoConsent: z
    .string()
    .transform((text) => text.normalize('NFKC').trim().toLowerCase())
    .refine(
      (text) => [...YES, ...NO, ...NOT_ASKED].includes(text),
      '写真の掲載は「はい」か「いいえ」にしてください。まだ伺っていないときは、空欄にします。',
    )
    .transform((text): PhotoConsent => (NOT_ASKED.includes(text) ? null : YES.includes(text))),
  leftOn: WrittenDay,
  awaySince: WrittenDay,
  diedOn: WrittenDay,
});

function readRow(
  cells: string[],
  columns: (Column | null)[],
  line: number,
  today: CivilDate,
): CsvRow {
  const cellOf = (column: Column): string => unguarded(cells[columns.indexOf(column)] ?? '');
  const name = oneLine(cellOf('name'));
  const surplus = cells.slice(columns.length).some((cell) => cell.trim() !== '');
  const result = RowInput.safeParse(Object.fromEntries(NAMES.map((c) => [c, cellOf(c)])));
  const errors = [
    ...(result.error?.issues.map((issue) => withField(issue)) ?? []),
    ...(result.data ? Object.values(findDayProblems(result.data, today)).flat() : []),
    ...(surplus ? ['見出しより列が多くなっています。'] : []),
    ...(name === SAMPLE[0] ? ['見本の行です。消してください。'] : []),
  ];
  const input = result.data && errors.length === 0 ? { ...result.data, portrait: null } : null;
  return { line, name, input, errors };
}

/** Names the field: messages about days do not. */
function withField({ path, message }: z.core.$ZodIssue): string {
  const label = LABELS[path[0] as keyof typeof LABELS] as string | undefined;
  return label === undefined ? message : `${label}: ${message}`;
}

const LABELS = { birthday: '生年月日', ...DAY_LABELS };
