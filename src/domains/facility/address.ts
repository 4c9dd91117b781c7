import { z } from 'zod';
import { sent, wholeNumber } from '#lib/input.ts';
import { oneLine } from '#lib/text.ts';
import { readPostcode } from './postcode.ts';

/** The 47 prefectures from north to south, the usual order in forms. */
export const PREFECTURES = [
  ...['北海道', '青森県', '岩手県', '宮城県', '秋田県', '山形県', '福島県'],
  ...['茨城県', '栃木県', '群馬県', '埼玉県', '千葉県', '東京都', '神奈川県'],
  ...['新潟県', '富山県', '石川県', '福井県', '山梨県', '長野県'],
  ...['岐阜県', '静岡県', '愛知県', '三重県'],
  ...['滋賀県', '京都府', '大阪府', '兵庫県', '奈良県', '和歌山県'],
  ...['鳥取県', '島根県', '岡山県', '広島県', '山口県'],
  ...['徳島県', '香川県', '愛媛県', '高知県'],
  ...['福岡県', '佐賀県', '長崎県', '熊本県', '大分県', '宮崎県', '鹿児島県', '沖縄県'],
] as const;

/**
 * A town as written in an address, without Japan Post's remarks: `以下に掲載がない場合`,
 * `小菅村の次に１～６６３番地がくる場合`, `利島村一円`, `銀座（次のビルを除く）`, `種市第１５地割～第２１地割`. One town is really called 一円. The
 * older files use another minus sign.
 */
function townOf(text: string): string {
  if (/^以下に掲載がない場合$|の次に.*場合$|.一円$/u.test(text)) return '';
  return text.replace(/（.*$|第?[０-９]+地割.*$/u, '').replaceAll('－', '−');
}

/** Cleans towns and removes duplicates within a code, keeping the order. */
export function tidyAddresses(addresses: Address[]): Address[] {
  const tidy = addresses.map((address) => ({ ...address, town: townOf(address.town) }));
  const keyOf = ({ postcode, pref, city, town }: Address) =>
    [postcode, pref, city, town].join('\t');
  return [...new Map(tidy.map((address) => [keyOf(address), address])).values()];
}

export const CITY_MAX_LENGTH = 50;
export const TOWN_MAX_LENGTH = 100;
export const STREET_MAX_LENGTH = 100;

/** An address by postal code (contract.md#other). The town is empty if the code covers several. */
export const Address = z.object({
  postcode: z.string(),
  pref: z.string(),
  city: z.string(),
  town: z.string(),
});
export type Address = z.output<typeof Address>;

const POSTCODE_LENGTH = 8;
const PREF_MAX_LENGTH = 4;
const postcodeText = '郵便番号は7桁の数字で入力してください。';
const prefText = '都道府県を選んでください。';

/** Accepts hyphens, 〒 and full-width digits; normalizes to seven digits. */
const PostcodeInput = sent(postcodeText, POSTCODE_LENGTH).transform((text, context) => {
  const postcode = readPostcode(text);
  if (postcode === null) context.addIssue({ code: 'custom', message: postcodeText });
  return postcode ?? z.NEVER;
});

/** Forms send null for absent fields, as the API does. */
const orEmpty = (max: number, tooLong: string) =>
  sent('文字で入力してください。', max, tooLong)
    .nullish()
    .transform((text) => oneLine(text ?? ''));

const line = (name: string, max: number) => {
  const tooLong = `${name}は${max}文字以内で入力してください。`;
  return orEmpty(max, tooLong).pipe(z.string().max(max, tooLong));
};

const requiredLine = (name: string, max: number) =>
  line(name, max).pipe(z.string().min(1, `${name}を入力してください。`));

/** Address fields of a host: all required except the town. */
export const REQUIRED_ADDRESS = {
  postcode: PostcodeInput,
  pref: sent(prefText, PREF_MAX_LENGTH).transform(oneLine).pipe(z.enum(PREFECTURES, prefText)),
  city: requiredLine('市区町村', CITY_MAX_LENGTH),
  town: line('町域', TOWN_MAX_LENGTH),
  street: requiredLine('番地・建物名', STREET_MAX_LENGTH),
};

/** Address fields of a family: all optional. An absent postcode is null. */
export const OPTIONAL_ADDRESS = {
  postcode: orEmpty(POSTCODE_LENGTH, postcodeText)
    .transform((text) => (text === '' ? null : text))
    .pipe(z.union([z.null(), PostcodeInput], postcodeText)),
  pref: orEmpty(PREF_MAX_LENGTH, prefText).pipe(z.enum(['', ...PREFECTURES], prefText)),
  city: line('市区町村', CITY_MAX_LENGTH),
  town: line('町域', TOWN_MAX_LENGTH),
  street: line('番地・建物名', STREET_MAX_LENGTH),
};

/** The action `address.lookup`: the postal code, and the chosen address if there are several. */
export const LookupInput = z.object({
  postcode: PostcodeInput,
  addressChoice: wholeNumber('住所を選んでください。').catch(0),
});

/** `GET /api/externals/zipaddress` (contract.md#other). */
export const ZipQuery = z.object({ zipcode: PostcodeInput });
export const AddressesOutput = z.object({ data: z.array(Address) });
