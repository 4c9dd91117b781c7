import type { Address } from '#domains/facility/address.ts';
import { PREFECTURES } from '#domains/facility/address.ts';
import { formatPostcode, readPostcode } from '#domains/facility/postcode.ts';
import { oneLine } from '#lib/text.ts';

type City = Pick<Address, 'pref' | 'city'>;

/** What is known of the postcodes in a list, and of all cities. */
export interface AddressBook {
  of: (postcode: string) => readonly Address[];
  /** Those that an address may begin with. */
  citiesOf: (address: string) => readonly City[];
}

export const NO_ADDRESSES: AddressBook = { of: () => [], citiesOf: () => [] };

/** By two letters: a list has a thousand addresses, and Japan two thousand cities. */
export function byBeginning(cities: readonly City[]): AddressBook['citiesOf'] {
  const beginningOf = (text: string): string => text.slice(0, 2);
  const found = new Map<string, City[]>();
  for (const one of cities) {
    const names = [one.pref, one.city, withoutDistrict(one.city)].map(beginningOf);
    for (const name of new Set(names)) found.set(name, [...(found.get(name) ?? []), one]);
  }
  return (address) => found.get(beginningOf(address.trim())) ?? [];
}

const FIELDS = ['postcode', 'pref', 'city', 'town', 'street', 'address'] as const;
type Field = (typeof FIELDS)[number];
type CellOf = (column: Field) => string;

const CELL_MAX_LENGTH = 200;
const cellsOf = (cellOf: CellOf): Record<Field, string> =>
  Object.fromEntries(
    FIELDS.map((field) => [field, oneLine(cellOf(field).slice(0, CELL_MAX_LENGTH))]),
  ) as never;

/** At the beginning of an address: 〒060-0001. */
const POSTCODE_FIRST = /^〒?\s*([0-9０-９]{3}[-‐-―−ー－]?[0-9０-９]{4})(?![0-9０-９])\s*/u;
/** Zeros that a spreadsheet has taken for a number's. */
const WITHOUT_ZEROS = /^\d{5,6}$/;

/** The postcode that a line has or means; null without one. */
export function postcodeMeant(cellOf: CellOf): string | null {
  const { postcode, address } = cellsOf(cellOf);
  return readPostcode(postcode) ?? withZeros(postcode) ?? readPostcode(firstCode(address));
}

const firstCode = (address: string): string => POSTCODE_FIRST.exec(address)?.[1] ?? '';

function withZeros(text: string): string | null {
  const digits = text.normalize('NFKC').replace(/^〒/u, '');
  return WITHOUT_ZEROS.test(digits) ? digits.padStart(7, '0') : null;
}

interface Mended {
  cells: Partial<Record<Exclude<Field, 'address'>, string>>;
  /** What was read otherwise than it is written. */
  said: string | null;
}

/** Puts back zeros where the address agrees, and takes an address in one cell apart. */
export function mendAddress(cellOf: CellOf, book: AddressBook): Mended {
  const typed = cellsOf(cellOf);
  const meant = postcodeMeant(cellOf);
  const found = meant === null ? [] : book.of(meant);
  const { address, ...rest } = typed;
  const whole = [rest.pref, rest.city, rest.town, rest.street, address].join('');
  const isEaten = readPostcode(rest.postcode) === null && withZeros(rest.postcode) !== null;
  const agrees = found.some(({ pref, city }) => begins(whole, [pref, city]) !== null);
  const postcode = isEaten && !agrees ? rest.postcode : (meant ?? rest.postcode);
  const parts =
    address === '' ? {} : partsOf(address.replace(POSTCODE_FIRST, ''), rest, found, book);
  return {
    cells: { postcode, ...parts },
    said:
      isEaten && agrees && meant !== null
        ? `郵便番号は${formatPostcode(meant)}として読みました（はじめの0がありませんでした）`
        : null,
  };
}

type Parts = Partial<Record<'pref' | 'city' | 'town' | 'street', string>>;

/** @param given what has columns of its own. @param found at the postcode */
function partsOf(
  address: string,
  given: Record<'pref' | 'city' | 'town' | 'street', string>,
  found: readonly Address[],
  { citiesOf }: AddressBook,
): Parts {
  if (given.city !== '') return given.street === '' ? { street: address } : {};
  const byCode = found.flatMap((one) => taken(address, one) ?? []);
  const byName = citiesOf(address).flatMap((one) => taken(address, { ...one, town: '' }) ?? []);
  const prefs = new Set(byName.map(({ pref }) => pref));
  // 府中市 and 中央区 are in several prefectures.
  const named = prefs.size === 1 ? byName : [];
  const [best] = [...byCode, ...named].sort((a, b) => a.street.length - b.street.length);
  if (best) return best;
  const [only, ...others] = new Map(found.map((one) => [one.pref + one.city, one])).values();
  const isElsewhere = PREFECTURES.some((pref) => address.startsWith(pref));
  // The code alone says where it is.
  if (only && others.length === 0 && !isElsewhere)
    return townFirst(address, only.pref, only.city, found);
  return { street: address };
}

/** 郡 is often left out. */
const withoutDistrict = (city: string): string => city.replace(/^.+?郡(?=.+[町村]$)/u, '');

function taken(address: string, { pref, city, town }: Omit<Address, 'postcode'>) {
  for (const name of new Set([city, withoutDistrict(city)])) {
    const rest = begins(address, [pref, name]) ?? begins(address, [name]);
    if (rest === null) continue;
    const street = town === '' ? null : begins(rest, [town]);
    return { pref, city, town: street === null ? '' : town, street: street ?? rest };
  }
  return null;
}

function townFirst(address: string, pref: string, city: string, found: readonly Address[]): Parts {
  const towns = found.map(({ town }) => town).filter((town) => town !== '');
  const town = towns.find((name) => begins(address, [name]) !== null) ?? '';
  return { pref, city, town, street: begins(address, [town]) ?? address };
}

/** What follows the words that a text begins with, blanks between them aside; null if it does not. */
function begins(text: string, words: readonly string[]): string | null {
  let rest = text.trim();
  for (const word of words) {
    if (!rest.startsWith(word)) return null;
    rest = rest.slice(word.length).trim();
  }
  return rest;
}
