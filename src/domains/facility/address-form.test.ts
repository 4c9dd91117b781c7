import { describe, expect, test } from 'vitest';
import type { Address } from './address.ts';
import type { AddressValues } from './address-form.ts';
import { MESSAGES, addressForm, fillAddress, isUntouched } from './address-form.ts';

const EMPTY: AddressValues = { postcode: '', pref: '', city: '', town: '', street: '' };
const GINZA: Address = { postcode: '1040061', pref: '東京都', city: '中央区', town: '銀座' };
const CHUO: Address = { ...GINZA, postcode: '1040000', town: '' };
const YATOMI: Address = { postcode: '4980000', pref: '愛知県', city: '弥富市', town: '' };
const KISOSAKI: Address = { ...YATOMI, pref: '三重県', city: '桑名郡木曽岬町' };
const SHIMONOGO: Address = { ...YATOMI, pref: '滋賀県', city: '守山市', town: '下之郷' };
const SHIMONOGO_CHO: Address = { ...SHIMONOGO, town: '下之郷町' };

const formData = (fields: Record<string, string>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

describe('filling in an address', () => {
  const filled = { ...EMPTY, pref: '東京都', city: '中央区', town: '銀座' };

  test('keeps the street', () => {
    expect(fillAddress({ ...EMPTY, street: '1-2-3' }, GINZA)).toEqual({
      ...filled,
      street: '1-2-3',
    });
  });

  test('replaces another address', () => {
    const elsewhere = { ...EMPTY, pref: '大阪府', city: '貝塚市', town: '地蔵堂' };
    expect(fillAddress(elsewhere, GINZA)).toEqual(filled);
    expect(fillAddress(elsewhere, CHUO).town).toBe('');
  });

  test("keeps the user's own second half of the town", () => {
    expect(fillAddress({ ...filled, town: '銀座四丁目' }, GINZA).town).toBe('銀座四丁目');
    expect(fillAddress(filled, CHUO).town).toBe('銀座');
  });

  test('replaces an earlier lookup, even if it begins alike', () => {
    const at = { ...EMPTY, pref: '滋賀県', city: '守山市', town: '下之郷町' };
    expect(fillAddress(at, SHIMONOGO, [SHIMONOGO, SHIMONOGO_CHO]).town).toBe('下之郷');
    expect(fillAddress(filled, CHUO, [GINZA]).town).toBe('');
  });
});

test('an address counts as untouched while empty or as a lookup left it', () => {
  const filled = fillAddress({ ...EMPTY, street: '1' }, GINZA);
  expect(isUntouched({ ...EMPTY, postcode: '1040061', street: '1' }, null)).toBe(true);
  expect(isUntouched(filled, GINZA)).toBe(true);
  expect(isUntouched(filled, null)).toBe(false);
  expect(isUntouched({ ...filled, town: '銀座四丁目' }, GINZA)).toBe(false);
});

describe('the address part of a page', () => {
  const typed = { ...EMPTY, postcode: '４９８００００', street: '1-2-3' };
  const several = [YATOMI, KISOSAKI];

  test('is empty at first, or the stored address', () => {
    expect(addressForm(undefined)).toEqual({
      values: EMPTY,
      candidates: [],
      chosen: 0,
      message: '',
    });
    expect(addressForm(undefined, undefined, { city: '中央区' }).values.city).toBe('中央区');
  });

  test('keeps the input', () => {
    const sent = formData({ ...typed, name: 'ひだまりの家' });
    expect(addressForm(sent, undefined, { city: '中央区' }).values).toEqual(typed);
  });

  test("is filled in with a code's only address", () => {
    const { values, candidates, message } = addressForm(formData(typed), {
      addresses: [GINZA],
      choice: 0,
    });
    expect(values).toEqual({
      postcode: '104-0061',
      pref: '東京都',
      city: '中央区',
      town: '銀座',
      street: '1-2-3',
    });
    expect(candidates).toEqual([]);
    expect(message).toContain('「東京都中央区銀座」');
  });

  test('is filled in with the first of several and offers all, then the chosen one', () => {
    const first = addressForm(formData(typed), { addresses: several, choice: 0 });
    expect(first).toMatchObject({ candidates: several, chosen: 0 });
    expect(first.values).toMatchObject({ pref: '愛知県', city: '弥富市', street: '1-2-3' });
    const second = addressForm(formData(first.values), { addresses: several, choice: 1 });
    expect(second).toMatchObject({ candidates: several, chosen: 1 });
    expect(second.values).toMatchObject({ pref: '三重県', city: '桑名郡木曽岬町' });
    expect(second.message).toContain('2件');
  });

  test('falls back to the first for an invalid choice', () => {
    const form = addressForm(formData(typed), { addresses: several, choice: 9 });
    expect(form).toMatchObject({ chosen: 0, values: { city: '弥富市' } });
  });

  test('keeps everything if the code is unknown, and says that one can type', () => {
    const sent = { ...typed, pref: '東京都', city: '中央区' };
    const form = addressForm(formData(sent), { addresses: [], choice: 0 });
    expect(form.values).toEqual(sent);
    expect(form.message).toBe(MESSAGES.unknown);
  });
});
