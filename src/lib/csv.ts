/** CSV as spreadsheets of Japan open and write it. */

/** Tells Excel that it is UTF-8. */
const BOM = '\uFEFF';
/** What a spreadsheet would take for a formula, wide letters included. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A cell that begins like a formula gets an apostrophe before it, and is text. */
const guarded = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** Takes the apostrophe off again. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

const quoted = (cell: string): string =>
  NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** UTF-8 with its mark and the line ends that Excel writes itself. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  BOM + rows.map((row) => `${row.map((cell) => quoted(guarded(cell))).join(',')}\r\n`).join('');

const ZIP = [0x50, 0x4b];
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

type DecodedText = { text: string; problem?: never } | { text?: never; problem: string };

const SAVE_AS = '「名前を付けて保存」で「CSV」を選んで保存し直してください。';

/** Text of a file in UTF-8 (with or without its mark) or in Excel's Shift_JIS. */
export function decodeCsv(bytes: Uint8Array): DecodedText {
  if (startsWith(bytes, ZIP)) return { problem: `エクセルのファイルのようです。${SAVE_AS}` };
  if (UTF_16.some((mark) => startsWith(bytes, mark))) {
    return { problem: `「Unicode テキスト」の形式のようです。${SAVE_AS}` };
  }
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // No spreadsheet writes this one; pictures and other files are full of it.
      if (!text.includes('\0')) return { text };
    } catch {
      // The other one, then.
    }
  }
  return { problem: '文字を読み取れません。CSVのファイルを選んでください。' };
}

/** An answer that is saved under a Japanese name. */
export const csvFile = (csv: string, name: string): Response =>
  new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="list.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Cache-Control': 'no-store',
    },
  });
