import { expect, test } from 'vitest';
import { FEWEST, postcodes } from '../../../tests/support/postcode-file.ts';
import { readPostalFiles } from './postal-files.ts';

const read = (lines: string[]) => readPostalFiles([Buffer.from(lines.join(''))]);
const ENOUGH = postcodes(FEWEST);
const [odd = '', ...others] = postcodes(100);

test('all of Japan is plausible', () => expect(read(ENOUGH)).toHaveLength(FEWEST));

test.each([
  [
    'too few codes, one of them many times',
    [...ENOUGH.slice(1), ...ENOUGH.slice(1, 10)],
    'only 99999 postal codes',
  ],
  ['a prefecture is missing', postcodes(100, 46), 'only 46 prefectures'],
  [
    'a foreign prefecture',
    [odd.replace('北海道', '東京府'), ...others],
    '東京府 is not a prefecture',
  ],
  ['no city', [odd.replace('中央区', ''), ...others], 'an address has no city'],
])('%s is refused', (_name, lines, reason) => {
  expect(() => read(lines)).toThrow(reason);
});
