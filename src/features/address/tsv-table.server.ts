import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { Address } from './address.ts';
import type { PostalTable } from './postal-table.server.ts';
import { PREFECTURES } from './prefectures.ts';

/*
 * `postcodes.tsv`: a header with the number of lines, then one address per line, sorted by code. It
 * stays one Buffer of some 8 MB and is searched in place.
 */
const HEAD = /^# (\d+) addresses$/;
const LINE = /^(\d{7})\t([^\t]+)\t[^\t]+\t[^\t]*$/;
const LINES_AT_ONCE = 5000;
const LF = 10;
const CODE_LENGTH = 7;

const KNOWN: ReadonlySet<string> = new Set(PREFECTURES);
const isPrefecture = (text: string): boolean => KNOWN.has(text);

/** Addresses of the same code keep their order, since the first is the default. */
export function writeTable(addresses: Address[]): string {
  const lines = addresses
    .toSorted((a, b) => Number(a.postcode) - Number(b.postcode))
    .map(({ postcode, pref, city, town }) => `${postcode}\t${pref}\t${city}\t${town}\n`);
  return `# ${lines.length} addresses\n${lines.join('')}`;
}

/** @throws Error if any line is invalid; then the whole file is rejected */
export async function readTable(content: Buffer): Promise<PostalTable> {
  const first = content.indexOf(LF) + 1;
  await requireSound(content, first);
  return { find: (postcode) => linesFrom(content, lowerBound(content, first, postcode), postcode) };
}

async function requireSound(content: Buffer, first: number): Promise<void> {
  if (!isUtf8(content)) throw new Error('the table is not UTF-8');
  const announced = HEAD.exec(content.toString('utf8', 0, Math.max(0, first - 1)))?.[1];
  let previous = '';
  let count = 0;
  for (let start = first; start < content.length; start = endOf(content, start) + 1) {
    const line = content.toString('utf8', start, endOf(content, start));
    const [, code = '', pref = ''] = LINE.exec(line) ?? [];
    if (!isPrefecture(pref) || code < previous) {
      throw new Error(`line ${count + 2} of the table is damaged`);
    }
    previous = code;
    // Yields, so that requests are not blocked while the table is read.
    if (++count % LINES_AT_ONCE === 0) await setImmediate();
  }
  if (announced !== String(count) || content.at(-1) !== LF) {
    throw new Error('the table is not complete');
  }
}

/** The end of a line, or of the table if its last line is cut. */
function endOf(content: Buffer, start: number): number {
  const end = content.indexOf(LF, start);
  return end === -1 ? content.length : end;
}

/** The start of the first line whose code is not smaller. */
function lowerBound(content: Buffer, first: number, postcode: string): number {
  let low = first;
  let high = content.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = content.lastIndexOf(LF, middle - 1) + 1;
    if (codeAt(content, start) < postcode) low = endOf(content, start) + 1;
    else high = start;
  }
  return low;
}

const codeAt = (content: Buffer, start: number): string =>
  content.toString('latin1', start, start + CODE_LENGTH);

function linesFrom(content: Buffer, from: number, postcode: string): Address[] {
  const found: Address[] = [];
  for (let start = from; codeAt(content, start) === postcode; start = endOf(content, start) + 1) {
    const line = content.toString('utf8', start, endOf(content, start));
    const [, pref = '', city = '', town = ''] = line.split('\t');
    found.push({ postcode, pref, city, town });
  }
  return found;
}
