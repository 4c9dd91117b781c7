import { stringify } from 'csv-stringify/sync';

/** CSV as read and written by Japanese spreadsheets. */

/** Prefixes that a spreadsheet takes for a formula, including full-width forms. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** An apostrophe makes a cell text. */
const guarded = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** Removes that apostrophe. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** UTF-8 with a byte order mark and CRLF, as Excel writes it. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], {
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: { string: guarded },
  });

const ZIP = [0x50, 0x4b];
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

type DecodedText = { text: string; problem?: never } | { text?: never; problem: string };

const SAVE_AS = '「名前を付けて保存」で「CSV」を選んで保存し直してください。';

/** Ctrl-Z, with which older programs end a file, and what fills it up. */
const END_OF_FILE = /\u001A[\u001A\0\s]*$/;
const ENCODINGS = ['utf-8', 'shift_jis'] as const;

/**
 * UTF-8, or Excel's Shift_JIS. A few bytes that are neither become U+FFFD, so that their lines can
 * be named.
 */
export function decodeCsv(bytes: Uint8Array): DecodedText {
  if (startsWith(bytes, ZIP)) return { problem: `エクセルのファイルのようです。${SAVE_AS}` };
  if (UTF_16.some((mark) => startsWith(bytes, mark))) {
    return { problem: `「Unicode テキスト」の形式のようです。${SAVE_AS}` };
  }
  for (const encoding of ENCODINGS) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // Spreadsheets never write NUL; binary files do.
      const whole = text.replace(END_OF_FILE, '');
      if (!whole.includes('\0')) return { text: whole };
    } catch {
      // Not UTF-8: try Shift_JIS.
    }
  }
  const text = decodeDamaged(bytes);
  return text === null
    ? { problem: '文字を読み取れません。CSVのファイルを選んでください。' }
    : { text };
}

/** For a text, not another kind of file: at most one letter in twenty is lost. */
const LOST_AT_MOST = 1 / 20;
const CONTROLS = /[\0-\u0008\u000E-\u001F]/;
const LOST = /\uFFFD/g;

function decodeDamaged(bytes: Uint8Array): string | null {
  const texts = ENCODINGS.map((encoding) =>
    new TextDecoder(encoding).decode(bytes).replace(END_OF_FILE, ''),
  );
  const read = texts.map((text) => ({ text, lost: text.match(LOST)?.length ?? 0 }));
  const [best] = read.sort((a, b) => a.lost - b.lost);
  if (!best || CONTROLS.test(best.text)) return null;
  return best.lost <= best.text.length * LOST_AT_MOST ? best.text : null;
}

export const csvFile = (csv: string, name: string): Response =>
  new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="list.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Cache-Control': 'no-store',
    },
  });
