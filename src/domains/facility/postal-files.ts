import { unzipSync } from 'fflate';
import type { Address } from './address.ts';
import { PREFECTURES, tidyAddresses } from './address.ts';
import { readJapanPost } from './japan-post.ts';

/** Japan has some 120,000 codes; far fewer means a partial file or an update file. */
const MIN_CODES = 100_000;
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
function requirePlausible(addresses: Address[]): void {
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
