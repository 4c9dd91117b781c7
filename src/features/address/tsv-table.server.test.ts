import { describe, expect, test } from 'vitest';
import type { Address } from './address.ts';
import { readTable, writeTable } from './tsv-table.server.ts';

const at = (postcode: string, town: string, city = '中央区', pref = '東京都'): Address => ({
  postcode,
  pref,
  city,
  town,
});
const ADDRESSES = [
  at('1040061', '銀座'),
  at('0010011', '北十一条西', '札幌市北区', '北海道'),
  at('9850000', '', '塩竈市', '宮城県'),
  at('9850000', '', '多賀城市', '宮城県'),
  at('5220317', '一円', '犬上郡多賀町', '滋賀県'),
];
const text = writeTable(ADDRESSES);
const table = await readTable(Buffer.from(text));

test('each code finds its addresses, in input order', () => {
  for (const { postcode } of ADDRESSES) {
    const expected = ADDRESSES.filter((address) => address.postcode === postcode);
    expect(table.find(postcode)).toEqual(expected);
  }
});

test.each(['0000000', '0010012', '1040060', '5220318', '9999999'])('%s is unknown', (postcode) => {
  expect(table.find(postcode)).toEqual([]);
});

test('a table of any length is searched to both ends', async () => {
  for (let count = 1; count <= 40; count++) {
    const many = Array.from({ length: count }, (_, n) =>
      at(String(n * 2 + 1).padStart(7, '0'), 'あ'.repeat((n * 7) % 5)),
    );
    const found = await readTable(Buffer.from(writeTable(many)));
    for (const address of many) expect(found.find(address.postcode)).toEqual([address]);
    for (let n = 0; n <= count; n++) {
      expect(found.find(String(n * 2).padStart(7, '0'))).toEqual([]);
    }
  }
});

describe('a damaged table is refused', () => {
  const bytes = Buffer.from(text);
  const lines = text.split('\n');
  test.each([
    ['empty', Buffer.alloc(0)],
    ['without its first line', Buffer.from(lines.slice(1).join('\n'))],
    ['cut in a line', bytes.subarray(0, bytes.length - 9)],
    ['cut between lines', Buffer.from(`${lines.slice(0, 3).join('\n')}\n`)],
    ['not UTF-8', Buffer.from(text.replace('銀', '\u00ff'), 'latin1')],
    ['zeros', Buffer.alloc(bytes.length)],
    ['out of order', Buffer.from([lines[0], ...lines.slice(1, -1).reverse(), ''].join('\n'))],
    ['a foreign prefecture', Buffer.from(text.replace('東京都', '東京府'))],
    ['a column too many', Buffer.from(text.replace('銀座', '銀座\t1'))],
    ['Windows line ends', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ])('%s', (_name, content) => expect(readTable(content)).rejects.toThrow(/table/));
});
