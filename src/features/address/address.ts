import { z } from 'zod';
import { sent, wholeNumber } from '#lib/input.ts';
import { oneLine } from '#lib/text.ts';
import { readPostcode } from './postcode.ts';
import { PREFECTURES } from './prefectures.ts';

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
