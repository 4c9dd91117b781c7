import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import type { Address } from './address.ts';
import { tidyAddresses } from './address.ts';

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
