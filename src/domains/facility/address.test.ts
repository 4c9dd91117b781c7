import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  OPTIONAL_ADDRESS,
  REQUIRED_ADDRESS,
  TOWN_MAX_LENGTH,
  ZipQuery,
  PREFECTURES,
} from './address.ts';
import { formatPostcode, readPostcode } from './postcode.ts';

describe('a postal code', () => {
  test.each([
    '1040061',
    '104-0061',
    '〒104-0061',
    '１０４００６１',
    '〒１０４－００６１',
    '104ー0061',
    '104−0061',
    '104‐0061',
    ' 104 0061\n',
    '１０４　００６１',
  ])('%j is read', (text) => expect(readPostcode(text)).toBe('1040061'));

  test.each(['', '104006', '10400611', '104-006a', '一〇四〇〇六一', '104_0061', '+1040061'])(
    '%j is not',
    (text) => expect(readPostcode(text)).toBeNull(),
  );

  test('is shown with its hyphen', () => expect(formatPostcode('0010011')).toBe('001-0011'));
});

test('there are 47 prefectures', () => expect(new Set(PREFECTURES).size).toBe(47));

const host = z.strictObject(REQUIRED_ADDRESS);
const family = z.strictObject(OPTIONAL_ADDRESS);
const typed = {
  postcode: '〒104-0061',
  pref: '東京都',
  city: ' 中央区 ',
  town: '銀座',
  street: '１−２−３\tか\u3099ーデン',
};
const tidy = {
  postcode: '1040061',
  pref: '東京都',
  city: '中央区',
  town: '銀座',
  street: '１−２−３ がーデン',
};
const textsOf = (schema: z.ZodType, value: unknown): Record<string, string> =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map(
      ({ path, message }) => [path.join('.'), message] as const,
    ),
  );
const nothing = { postcode: null, pref: null, city: null, town: null, street: null };

describe("a host's address", () => {
  test('is normalized', () => expect(host.parse(typed)).toEqual(tidy));

  test('may do without a town', () => {
    expect(host.parse({ ...typed, town: null }).town).toBe('');
  });

  test('reports in Japanese what is missing', () => {
    expect(textsOf(host, nothing)).toEqual({
      postcode: '郵便番号は7桁の数字で入力してください。',
      pref: '都道府県を選んでください。',
      city: '市区町村を入力してください。',
      street: '番地・建物名を入力してください。',
    });
    expect(
      textsOf(host, { ...typed, pref: '東京', town: 'あ'.repeat(TOWN_MAX_LENGTH + 1) }),
    ).toEqual({
      pref: '都道府県を選んでください。',
      town: '町域は100文字以内で入力してください。',
    });
  });
});

describe("a family's address", () => {
  test('may be empty', () => {
    const empty = { postcode: null, pref: '', city: '', town: '', street: '' };
    expect(family.parse(nothing)).toEqual(empty);
    expect(family.parse(empty)).toEqual(empty);
    expect(family.parse({ ...empty, postcode: '' })).toEqual(empty);
  });

  test('is normalized as well', () => expect(family.parse(typed)).toEqual(tidy));

  test('reports in Japanese what is wrong', () => {
    expect(textsOf(family, { ...typed, postcode: '12', pref: 'カリフォルニア州' })).toEqual({
      postcode: '郵便番号は7桁の数字で入力してください。',
      pref: '都道府県を選んでください。',
    });
  });
});

test.each([undefined, null, 1, true, [], {}, Number.NaN, '', 'x'.repeat(101)])(
  'no message of the library is shown for %j',
  (value) => {
    for (const shape of [REQUIRED_ADDRESS, OPTIONAL_ADDRESS, ZipQuery.shape]) {
      const fields = Object.fromEntries(Object.keys(shape).map((name) => [name, value]));
      for (const text of Object.values(textsOf(z.object(shape), fields))) {
        expect(text).toMatch(/(?:入力して|選んで)ください。$/);
      }
    }
  },
);
