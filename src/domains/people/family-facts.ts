import { z } from 'zod';
import { EMAIL_MAX_LENGTH, EmailInput, emailFormText } from '#domains/account/session/session.ts';
import {
  CITY_MAX_LENGTH,
  OPTIONAL_ADDRESS,
  STREET_MAX_LENGTH,
  TOWN_MAX_LENGTH,
} from '#domains/facility/address.ts';
import { PhoneInput } from '#domains/facility/facility.ts';
import { kana, line, orEmpty, sent } from '#lib/input.ts';
import type { FamilyColumns } from './family-rows.ts';

export const FAMILY_NAME_MAX_LENGTH = 60;
export const RELATIONSHIP_MAX_LENGTH = 20;

const OptionalEmail = sent(emailFormText, EMAIL_MAX_LENGTH)
  .nullish()
  .transform((text) => text?.trim() || null)
  .pipe(EmailInput.nullable());

/** Empty for none. */
const OptionalPhone = orEmpty(
  z.union([z.literal(''), PhoneInput], { error: ({ errors }) => errors.at(-1)?.[0]?.message }),
);

/** Who it is. */
const person = <Schema extends z.ZodType<string>>(
  label: string,
  max: number,
  toSchema: (of: { label: string; max: number }) => Schema,
) => {
  const [input, output] = [toSchema({ label, max }), z.string()];
  return { label, max, input, output, of: 'person' as const };
};

/** Where it lives: forms and lists find most of it by the postcode. */
const home = <Column extends keyof typeof OPTIONAL_ADDRESS>(
  column: Column,
  headings: readonly [string, ...string[]],
  max?: number,
) => {
  const input = OPTIONAL_ADDRESS[column];
  const label = headings[0];
  return {
    column,
    headings,
    label,
    max,
    input,
    output: z.string(),
    of: 'home' as const,
    sample: '',
  };
};

interface Fact {
  /** Of the table `families`; an empty text there is null for whoever reads a nullable `output`. */
  column: keyof FamilyColumns;
  input: z.ZodType<string | null>;
  output: z.ZodType<string | null>;
  label: string;
  of: 'person' | 'reach' | 'home';
  max?: number | undefined;
  type?: 'email' | 'tel';
  hint?: string;
  /** What lists call it, ours first; others are common elsewhere (`roster/headings.ts`). */
  headings: readonly [string, ...string[]];
  /** In our own example of a list. */
  sample: string;
}

/**
 * What is written down about a family, each declared once, in the order of the form: schemas, columns,
 * lists and the register of data follow from it. The way of delivery, by which others decide, does not.
 */
export const FAMILY_FACTS = {
  name: {
    ...person('お名前', FAMILY_NAME_MAX_LENGTH, line),
    column: 'name',
    headings: ['ご家族の氏名', 'ご家族名', 'お届け先'],
    sample: '見本 太郎',
  },
  nameKana: {
    ...person('ふりがな', FAMILY_NAME_MAX_LENGTH, (of) => orEmpty(kana(of))),
    column: 'name_kana',
    headings: ['ご家族のふりがな', '家族氏名ふりがな', '家族名ふりがな'],
    sample: 'みほん たろう',
  },
  relationship: {
    ...person('続柄', RELATIONSHIP_MAX_LENGTH, (of) => orEmpty(line({ ...of, required: false }))),
    column: 'relationship',
    output: z.string().nullable(),
    hint: '入居者から見た続柄です。例: 長女、孫',
    headings: ['続柄', 'ご関係', '間柄', 'ご本人との続柄', 'ご本人との関係'],
    sample: '長男',
  },
  email: {
    column: 'email',
    input: OptionalEmail,
    output: z.string().nullable(),
    label: 'メールアドレス',
    of: 'reach',
    type: 'email',
    hint: 'メールでお届けするときに要ります。',
    headings: ['メールアドレス', 'メール', 'Eメール', 'E-mail', 'email', 'mail'],
    sample: 'mihon@example.jp',
  },
  phone: {
    column: 'phone',
    input: OptionalPhone,
    output: z.string(),
    label: '電話番号',
    of: 'reach',
    type: 'tel',
    hint: '職員からかけるときのためです。例: 090-1234-5678',
    headings: ['電話番号', '電話', '自宅電話番号', '自宅電話', '固定電話', 'TEL', 'tel番号'],
    sample: '090-1234-5678',
  },
  postcode: { ...home('postcode', ['郵便番号', '〒']), output: z.string().nullable() },
  pref: home('pref', ['都道府県']),
  city: home('city', ['市区町村', '市町村'], CITY_MAX_LENGTH),
  town: home('town', ['町域', '町名'], TOWN_MAX_LENGTH),
  street: home('street', ['番地・建物名', '番地'], STREET_MAX_LENGTH),
} as const satisfies Record<string, Fact>;

type Facts = typeof FAMILY_FACTS;
type FactName = keyof Facts;
type Columns = Pick<FamilyColumns, Facts[FactName]['column']>;

export const FAMILY_FACT_NAMES = Object.keys(FAMILY_FACTS) as FactName[];

const OPTIONAL = '（なくてもかまいません）';
/** Of the form of a family, but for where it lives. */
export const familyFields = (of: 'person' | 'reach') =>
  FAMILY_FACT_NAMES.filter((name) => FAMILY_FACTS[name].of === of).map((name) => {
    const { label, max, hint, type }: Fact = FAMILY_FACTS[name];
    const said = name === 'name' ? `ご家族の${label}` : label;
    const isPlain = name === 'name' || name === 'email';
    return { name, label: isPlain ? said : said + OPTIONAL, max, hint, type };
  });

/** One schema of each fact. */
export const familySchemas = <Which extends 'input' | 'output'>(which: Which) =>
  Object.fromEntries(FAMILY_FACT_NAMES.map((name) => [name, FAMILY_FACTS[name][which]])) as {
    [Name in FactName]: Facts[Name][Which];
  };

type Values = { [Name in FactName]: z.output<Facts[Name]['input']> };

/** Of those that are given. */
export const familyColumns = <Given extends { [Name in FactName]?: Values[Name] | undefined }>(
  given: Given,
): Given extends Values ? Required<Columns> : Columns =>
  Object.fromEntries(
    FAMILY_FACT_NAMES.flatMap((name) =>
      given[name] === undefined ? [] : [[FAMILY_FACTS[name].column, given[name]]],
    ),
  ) as never;

/** As calls tell them. */
export const toldFamily = (row: Required<Columns>) =>
  Object.fromEntries(
    FAMILY_FACT_NAMES.map((name) => {
      const { column, output } = FAMILY_FACTS[name];
      return [name, row[column] === '' && output.safeParse(null).success ? null : row[column]];
    }),
  ) as { [Name in FactName]: z.output<Facts[Name]['output']> };
