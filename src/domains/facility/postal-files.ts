import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import type { Address } from './address.ts';
import { PREFECTURES, tidyAddresses } from './address.ts';

/** Japan has some 120,000 codes; far fewer means a partial file or an update file. */
export const MIN_CODES = 100_000;
/** Japan Post's largest file has 18 MB. */
const MAX_CSV_BYTES = 100_000_000;

/**
 * All addresses of Japan Post's files, zipped or not.
 * @throws Error if a file is unreadable or they do not cover all of Japan
 */
export function readPostalFiles(files: Uint8Array[]): Address[] {
  const addresses = tidyAddresses(files.flatMap(csvsOf).flatMap(readJapanPost));
  requirePlausible(addresses);
  return addresses;
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

function csvsOf(bytes: Uint8Array): Uint8Array[] {
  if (!isZip(bytes)) return [bytes];
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => /\.csv$/i.test(name) && originalSize <= MAX_CSV_BYTES,
  });
  const found = Object.values(files);
  if (found.length === 0) throw new Error('the archive contains no CSV file');
  return found;
}

/** @throws Error unless they cover all of Japan */
export function requirePlausible(addresses: Address[]): void {
  const known = new Set<string>(PREFECTURES);
  const prefectures = new Set(addresses.map(({ pref }) => pref));
  const foreign = [...prefectures].find((pref) => !known.has(pref));
  if (foreign !== undefined) throw new Error(`${foreign} is not a prefecture`);
  if (addresses.some(({ city }) => city === '')) throw new Error('an address has no city');
  if (prefectures.size < known.size) throw new Error(`only ${prefectures.size} prefectures`);
  const codes = countCodes(addresses);
  if (codes < MIN_CODES) throw new Error(`only ${codes} postal codes`);
}

export const countCodes = (addresses: Address[]): number =>
  new Set(addresses.map(({ postcode }) => postcode)).size;

/** Japan Post's files, recognised by their number of columns. */
const TOWNS = { columns: 15, postcode: 2, pref: 6, city: 7, town: 8, change: 13, dropped: '2' };
const BUSINESSES = {
  columns: 13,
  postcode: 7,
  pref: 3,
  city: 4,
  town: 5,
  change: 12,
  dropped: '5',
};

/**
 * Parses utf_ken_all.csv, KEN_ALL.CSV or JIGYOSYO.CSV, whatever the file is called.
 * @throws Error for any other file
 */
export function readJapanPost(bytes: Uint8Array): Address[] {
  const records = parse(decode(bytes), {
    relax_column_count: true,
    skip_empty_lines: true,
    // Drops unneeded columns immediately: the kana of all Japan would fill a small machine's
    // memory.
    on_record: (record: string[], { records: n }) => needed(record, n),
  });
  if (records.length === 0) throw new Error('the file is empty');
  const addresses = records.map(([postcode = '', pref = '', city = '', town = '']) => ({
    postcode,
    pref,
    city,
    town,
  }));
  return tidyAddresses(withoutContinuations(addresses));
}

/** The older files are Shift_JIS, which is never valid UTF-8. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'shift_jis', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error('the file is neither UTF-8 nor Shift_JIS', { cause: error });
  }
}

/** Postcode, prefecture, city and town; null for an abolished code. */
function needed(record: string[], n: number): string[] | null {
  const format = [TOWNS, BUSINESSES].find(({ columns }) => columns === record.length);
  if (!format || !/^\d{7}$/.test(record[format.postcode] ?? '')) {
    throw new Error(`record ${n} has an unknown format`);
  }
  if (record[format.change] === format.dropped) return null;
  return [format.postcode, format.pref, format.city, format.town].map((at) => record[at] ?? '');
}

/** KEN_ALL.CSV splits long towns over several records, always within brackets. */
function withoutContinuations(addresses: Address[]): Address[] {
  const whole: Address[] = [];
  for (const address of addresses) {
    const last = whole.at(-1);
    if (last && isOpen(last.town) && last.postcode === address.postcode) last.town += address.town;
    else whole.push(address);
  }
  return whole;
}

const isOpen = (town: string): boolean => town.split('（').length > town.split('）').length;
