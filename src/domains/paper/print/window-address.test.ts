import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';
import { ADDRESS, ALWAYS_SEEN, EVER_SEEN } from './paper.ts';
import { windowAddress } from './window-address.ts';

/** In mm, set as in `styles/print/sheet.css`, with the name 1.3 times as large. */
function heightOf(lines: readonly string[], name: string, points: number): number {
  const em = (points * 25.4) / 72;
  const set = lines.reduce((sum, line) => sum + linesOf(line, em, ADDRESS.width), 0);
  return (set + 1.3 * linesOf(name, 1.3 * em, ADDRESS.width)) * em * 1.25;
}

const usual = {
  name: '田中 一郎',
  postcode: '1560053',
  pref: '東京都',
  city: '世田谷区',
  town: '桜',
  street: '1-2-3 コーポさくら 203号室',
};

test('an address has its lines and is addressed to the family', () => {
  expect(windowAddress(usual)).toEqual({
    lines: ['〒156-0053', '東京都世田谷区桜', '1-2-3 コーポさくら 203号室'],
    name: '田中 一郎 様',
    size: 12,
  });
});

test('a longer one is smaller, and stays in the part that is always visible', () => {
  const long = {
    ...usual,
    pref: '神奈川県',
    city: '横浜市青葉区',
    town: 'あざみ野南',
    street: '三丁目十五番地二 グランドメゾンあざみ野南ガーデンテラス 弐番館 1203号室',
  };
  const { lines, name, size } = windowAddress(long);
  expect(size).toBeLessThan(12);
  expect(size).toBeGreaterThanOrEqual(8);
  expect(heightOf(lines, name, size)).toBeLessThanOrEqual(ADDRESS.height);
});

test('the longest valid one stays in the window', () => {
  const longest = {
    name: '名'.repeat(60),
    postcode: '1560053',
    pref: '神奈川県',
    city: '市'.repeat(50),
    town: '町'.repeat(100),
    street: '番'.repeat(100),
  };
  const { lines, name, size } = windowAddress(longest);
  expect(ADDRESS.top + heightOf(lines, name, size)).toBeLessThan(EVER_SEEN.bottom);
});

test('the address is where the window always shows', () => {
  expect(ADDRESS.left).toBeGreaterThanOrEqual(ALWAYS_SEEN.left);
  expect(ADDRESS.top).toBeGreaterThanOrEqual(ALWAYS_SEEN.top);
  expect(ADDRESS.left + ADDRESS.width).toBeLessThanOrEqual(ALWAYS_SEEN.right);
  expect(ADDRESS.top + ADDRESS.height).toBeLessThanOrEqual(ALWAYS_SEEN.bottom);
});
