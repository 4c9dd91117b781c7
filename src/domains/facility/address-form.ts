import type { Address } from './address.ts';
import { formatPostcode } from './postcode.ts';

export const ADDRESS_FIELDS = ['postcode', 'pref', 'city', 'town', 'street'] as const;
export type AddressValues = Record<(typeof ADDRESS_FIELDS)[number], string>;

export const CHOICE_FIELD = 'addressChoice';

export interface AddressLookup {
  addresses: Address[];
  /** Index of the address to fill in. */
  choice: number;
}

/** State of AddressFields.astro. */
export interface AddressForm {
  values: AddressValues;
  /** All addresses of an ambiguous postal code. */
  candidates: Address[];
  /** Index of the address filled in. */
  chosen: number;
  message: string;
}

export const MESSAGES = {
  unknown: 'この郵便番号の住所は見つかりませんでした。そのまま住所を入力してください。',
  malformed: '郵便番号は7桁の数字で入力してください。',
  kept: '入力済みの住所はそのままにしました。調べた住所を使うときは、次から選んでください。',
  unreachable: '今は住所を調べられません。そのまま住所を入力してください。',
} as const;

export const labelOf = ({ pref, city, town }: Address): string => `${pref}${city}${town}`;

export function filledMessage(addresses: Address[], address: Address): string {
  return addresses.length > 1
    ? `この郵便番号の住所は${addresses.length}件あります。違うときは、次から選んでください。`
    : `「${labelOf(address)}」を入力しました。続きを入力してください。`;
}

const isAt = (values: AddressValues, { pref, city, town }: Address): boolean =>
  values.pref === pref && values.city === city && values.town === town;

/**
 * Puts a found address into the fields. The user's own street is kept, and so is a town they wrote
 * themselves or that the postal code does not cover; `earlier` are addresses that a lookup may have
 * filled in.
 */
export function fillAddress(
  values: AddressValues,
  found: Address,
  earlier: Address[] = [],
): AddressValues {
  const isOwn = !earlier.some((address) => isAt(values, address));
  const isSamePlace = values.pref === found.pref && values.city === found.city;
  const keepsTown = isOwn && isSamePlace && values.town.startsWith(found.town);
  const { pref, city, town } = found;
  return { ...values, pref, city, town: keepsTown ? values.town : town };
}

/** Whether the user has typed nothing except perhaps the street. */
export const isUntouched = (values: AddressValues, put: Address | null): boolean =>
  (put !== null && isAt(values, put)) || [values.pref, values.city, values.town].every((v) => !v);

export const saysAlready = (values: AddressValues, found: Address): boolean =>
  values.pref === found.pref && values.city === found.city && values.town.startsWith(found.town);

/**
 * The address part of a form: as posted, or `initial`; after a lookup with the address filled in.
 */
export function addressForm(
  sent: FormData | undefined,
  lookup?: AddressLookup,
  initial: Partial<AddressValues> = {},
): AddressForm {
  const values = valuesOf(sent, initial);
  if (!lookup) return { values, candidates: [], chosen: 0, message: '' };
  const { addresses } = lookup;
  const chosen = lookup.choice < addresses.length ? lookup.choice : 0;
  const found = addresses[chosen];
  if (!found) return { values, candidates: [], chosen: 0, message: MESSAGES.unknown };
  return {
    values: { ...fillAddress(values, found, addresses), postcode: formatPostcode(found.postcode) },
    candidates: addresses.length > 1 ? addresses : [],
    chosen,
    message: filledMessage(addresses, found),
  };
}

function valuesOf(sent: FormData | undefined, initial: Partial<AddressValues>): AddressValues {
  const entries = ADDRESS_FIELDS.map((name) => {
    const value = sent ? sent.get(name) : initial[name];
    return [name, typeof value === 'string' ? value : ''] as const;
  });
  return Object.fromEntries(entries) as AddressValues;
}
