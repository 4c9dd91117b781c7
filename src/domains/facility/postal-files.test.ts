import { expect, test } from 'vitest';
import type { Address } from './address.ts';
import { MIN_CODES, requirePlausible } from './postal-files.ts';
import { PREFECTURES } from './address.ts';

/** Codes all over Japan, or over its first prefectures. */
const japan = (codes: number, prefectures: number = PREFECTURES.length): Address[] =>
  Array.from({ length: codes }, (_, n) => ({
    postcode: String(n).padStart(7, '0'),
    pref: PREFECTURES[n % prefectures] ?? '',
    city: '中央区',
    town: '',
  }));
const [odd] = japan(1);
const ALL = japan(MIN_CODES);

test('all of Japan is plausible', () => expect(() => requirePlausible(ALL)).not.toThrow());

test.each([
  ['too few codes', japan(MIN_CODES - 1), 'only 99999 postal codes'],
  ['a code many times', japan(MIN_CODES - 1).concat(japan(9)), 'only 99999 postal codes'],
  ['a prefecture is missing', japan(MIN_CODES, 46), 'only 46 prefectures'],
  [
    'a foreign prefecture',
    [...ALL, { ...odd, pref: '東京府' } as Address],
    '東京府 is not a prefecture',
  ],
  ['no city', [...ALL, { ...odd, city: '' } as Address], 'an address has no city'],
])('%s is refused', (_name, addresses, reason) => {
  expect(() => requirePlausible(addresses)).toThrow(reason);
});
