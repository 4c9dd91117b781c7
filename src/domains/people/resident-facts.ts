import { z } from 'zod';
import type { ResidentRow } from '#db/schema.ts';
import { kana, line, orEmpty, words } from '#lib/input.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import { DayCell, WrittenDay, civilDay } from './day-input.ts';

export const RESIDENT_NAME_MAX_LENGTH = 60;
const ROOM_MAX_LENGTH = 20;
const OWN_WISH_MAX_LENGTH = 200;

/** A text as calls, forms and lists take it. */
const text = <Schema extends z.ZodType<string>>(
  label: string,
  max: number,
  toSchema: (of: { label: string; max: number }) => Schema,
) => {
  const input = toSchema({ label, max });
  const [create, form, cell, output] = [input, input, input, z.string()];
  return { label, max, input, create, form, cell, output, shown: (value: string) => value };
};

/** Null without one. */
const day = (label: string) => {
  const input = civilDay(label);
  const create = input.default(null);
  const [form, cell, output] = [WrittenDay, DayCell, z.string().nullable()];
  return { label, input, create, form, cell, output, shown: formatWithEra };
};

interface Fact {
  /** Of the table `residents`; an empty text there is null for whoever reads `output`. */
  column: keyof ResidentRow;
  output: z.ZodType<string | null>;
  /** Of the privacy page (src/components/legal/register.ts). */
  entry: 'resident' | 'consent';
  /** Before its field, in the history and in what a list says. */
  label: string;
  /** A value as people read it. */
  shown: (value: string) => string;
  max?: number;
  hint?: string;
  /** What lists call it, ours first; one without is in no list. */
  headings?: readonly string[];
  /** In our own example of a list. */
  sample?: string;
}

/**
 * What is written down about a resident, each declared once, in the order of the form: the schemas of
 * calls, forms and lists, the columns, the history's words, the form and the register of data follow
 * from it. Consent and the states of life have use cases of their own.
 */
export const RESIDENT_FACTS = {
  name: {
    ...text('お名前', RESIDENT_NAME_MAX_LENGTH, line),
    column: 'name',
    entry: 'resident',
    headings: ['氏名', '入居者名'],
    sample: '見本 花子',
  },
  nameKana: {
    ...text('ふりがな', RESIDENT_NAME_MAX_LENGTH, (of) => orEmpty(kana(of))),
    column: 'name_kana',
    entry: 'resident',
    hint: '一覧の並び順と、さがすときに使います。',
    headings: ['ふりがな', '氏名ふりがな', '入居者名ふりがな'],
    sample: 'みほん はなこ',
  },
  room: {
    ...text('部屋', ROOM_MAX_LENGTH, (of) => orEmpty(line({ ...of, required: false }))),
    column: 'room',
    entry: 'resident',
    output: z.string().nullable(),
    sample: '101',
    headings: [
      ...['部屋', '部屋番号', '部屋名', '部屋No', '居室', '居室番号', '居室名', '居室No'],
      ...['号室', '室番号', '室名', 'お部屋番号'],
    ],
  },
  birthday: {
    ...day('生年月日'),
    column: 'birthday',
    entry: 'resident',
    hint: '昭和10年3月3日、S10.3.3、1935-03-03 のように入れられます。',
    headings: ['生年月日', '誕生日'],
    sample: '昭和10年3月3日',
  },
  ownWish: {
    ...text('ご本人のお気持ち', OWN_WISH_MAX_LENGTH, (of) =>
      orEmpty(words({ ...of, required: false })),
    ),
    column: 'own_wish',
    entry: 'consent',
    hint: '写真についてご本人がおっしゃったことや、ご様子です。職員だけに見え、写真のページに出ます。',
  },
} as const satisfies Record<string, Fact>;

type Facts = typeof RESIDENT_FACTS;
type FactName = keyof Facts;
/** Those that a list may hold. */
export type ListedFact = {
  [Name in FactName]: Facts[Name] extends { headings: readonly string[] } ? Name : never;
}[FactName];
export type FactColumn = Facts[FactName]['column'];
export type FactValues = { [Name in FactName]: z.output<Facts[Name]['input']> };

export const FACT_NAMES = Object.keys(RESIDENT_FACTS) as FactName[];
export const LISTED_FACTS = FACT_NAMES.filter(
  (name): name is ListedFact => 'headings' in RESIDENT_FACTS[name],
);

/** One schema of each fact. */
export const factSchemas = <Which extends 'input' | 'create' | 'form' | 'cell' | 'output'>(
  which: Which,
) =>
  Object.fromEntries(FACT_NAMES.map((name) => [name, RESIDENT_FACTS[name][which]])) as {
    [Name in FactName]: Facts[Name][Which];
  };

type Columns = Pick<ResidentRow, FactColumn>;

/** Of those that are given. */
export const factColumns = <Values extends { [Name in FactName]?: FactValues[Name] | undefined }>(
  values: Values,
): Values extends FactValues ? Columns : Partial<Columns> =>
  Object.fromEntries(
    FACT_NAMES.flatMap((name) =>
      values[name] === undefined ? [] : [[RESIDENT_FACTS[name].column, values[name]]],
    ),
  ) as never;

export const LISTED_COLUMNS = LISTED_FACTS.map((name) => RESIDENT_FACTS[name].column);

/** As the row has those that a list may hold. */
export const listedFacts = (row: Pick<Columns, Facts[ListedFact]['column']>) =>
  Object.fromEntries(LISTED_FACTS.map((name) => [name, row[RESIDENT_FACTS[name].column]])) as Pick<
    FactValues,
    ListedFact
  >;

const NULL_IF_EMPTY: ReadonlySet<string> = new Set(
  FACT_NAMES.filter((name) => RESIDENT_FACTS[name].output.safeParse(null).success),
);

/** As calls tell them. */
export const toldFacts = (row: Columns) =>
  Object.fromEntries(
    FACT_NAMES.map((name) => {
      const value = row[RESIDENT_FACTS[name].column];
      return [name, value === '' && NULL_IF_EMPTY.has(name) ? null : value];
    }),
  ) as { [Name in FactName]: z.output<Facts[Name]['output']> };

const OPTIONAL = '（なくてもかまいません）';
/** Of the form of a resident. */
export const FACT_FIELDS = FACT_NAMES.map((name) => {
  const { label, max, hint }: Fact = RESIDENT_FACTS[name];
  return { name, label: name === 'name' ? label : `${label}${OPTIONAL}`, max, hint };
});
