import type { Address } from './address.ts';
import { formatPostcode } from './postcode.ts';

/** The fields of a form that AddressFields.astro shows. */
export const ADDRESS_FIELDS = ['postcode', 'pref', 'city', 'town', 'street'] as const;
export type AddressValues = Record<(typeof ADDRESS_FIELDS)[number], string>;

/** The name of the buttons that choose one of several addresses. */
export const CHOICE_FIELD = 'addressChoice';

/** The answer of the action `address.lookup`. */
export interface AddressLookup {
  addresses: Address[];
  /** Which of them to fill in. */
  choice: number;
}

/** What AddressFields.astro shows. */
export interface AddressForm {
  values: AddressValues;
  /** Where a code stands for several addresses: all of them. */
  candidates: Address[];
  /** Which candidate is filled in. */
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

/** What to say once an address was filled in. */
export function filledMessage(addresses: Address[], address: Address): string {
  return addresses.length > 1
    ? `この郵便番号の住所は${addresses.length}件あります。違うときは、次から選んでください。`
    : `「${labelOf(address)}」を入力しました。続きを入力してください。`;
}

const isAt = (values: AddressValues, { pref, city, town }: Address): boolean =>
  values.pref === pref && values.city === city && values.town === town;

/**
 * Puts a found address into the fields. The street is the person's own, and so is what they wrote
 * as the town's second half, or where the code names no town; `earlier` are addresses that a
 * lookup may have put there, which are nobody's own.
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

/** Whether the person has written nothing of the address but perhaps the street. */
export const isUntouched = (values: AddressValues, put: Address | null): boolean =>
  (put !== null && isAt(values, put)) || [values.pref, values.city, values.town].every((v) => !v);

/** Whether the fields already say what was found. */
export const saysAlready = (values: AddressValues, found: Address): boolean =>
  values.pref === found.pref && values.city === found.city && values.town.startsWith(found.town);

/**
 * The address part of a page: as it was sent, or `initial` before anything was; after a lookup
 * with the address found.
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
