import { z } from 'zod';
import { formatPostcode } from '#domains/facility/postcode.ts';
import { sent } from '#lib/input.ts';
import { oneLine } from '#lib/text.ts';
import { FAMILY_FACTS, FAMILY_FACT_NAMES } from './family-facts.ts';
import type { Family } from './family.ts';
import type { DELIVERY_WAYS } from './family.ts';
import { FamilyInput, deliveryName, missingFor } from './family.ts';

/** Of a list that has residents too. */
const COLUMNS = { name: 'familyName', nameKana: 'familyKana' } as const;
type ColumnOf<Name> = Name extends keyof typeof COLUMNS ? (typeof COLUMNS)[Name] : Name;
export const columnOf = <Name extends (typeof FAMILY_FACT_NAMES)[number]>(name: Name) =>
  (name in COLUMNS ? COLUMNS[name as keyof typeof COLUMNS] : name) as ColumnOf<Name>;

const DELIVERY = ['お届けの方法', 'お届け方法', '届け方', '受け取り方'];
/** Who it is, the way of delivery, and what it goes by. */
const inOrder = <Cell>(cellOf: (name: (typeof FAMILY_FACT_NAMES)[number]) => Cell, way: Cell) => {
  const [person, rest] = [true, false].map((isPerson) =>
    FAMILY_FACT_NAMES.filter((name) => (FAMILY_FACTS[name].of === 'person') === isPerson),
  );
  return [...(person ?? []).map(cellOf), way, ...(rest ?? []).map(cellOf)];
};

type Column = ColumnOf<keyof typeof FAMILY_FACTS> | 'delivery';
export const FAMILY_COLUMNS = Object.fromEntries(
  inOrder<[string, readonly string[]]>(
    (name) => [columnOf(name), FAMILY_FACTS[name].headings],
    ['delivery', DELIVERY],
  ),
) as unknown as Record<Column, readonly [string, ...string[]]>;
const NAMES = Object.keys(FAMILY_COLUMNS) as Column[];
export const FAMILY_HEADINGS = NAMES.map((column) => FAMILY_COLUMNS[column][0]);

export const FAMILY_SAMPLE = inOrder<string>((name) => FAMILY_FACTS[name].sample, 'メール');

/** In the order of the headings. */
export const familyCells = (family: Family): string[] =>
  inOrder((name) => shownFact(name, family[name]), deliveryName(family.delivery));

/** The hyphen keeps a spreadsheet from dropping a leading zero. */
const shownFact = (name: keyof typeof FAMILY_FACTS, value: string | null): string =>
  name === 'postcode' && value ? formatPostcode(value) : (value ?? '');

type NewFamily = Omit<FamilyInput, 'residentId'>;

/** The part of a line about a family. */
export interface FamilyCells {
  name: string;
  /** null for an invalid part. */
  input: NewFamily | null;
  errors: string[];
  /** What was read otherwise than it is written. */
  said?: string;
}

/** LINE is joined by a code, which a file does not have: until then it is the link. */
const WAYS: Record<(typeof DELIVERY_WAYS)[number], readonly string[]> = {
  email: ['メール', 'eメール', 'email', 'e-mail'],
  link: ['リンク', 'line', 'ライン', 'qr', 'qrコード'],
  print: ['印刷', '紙', '郵送', '郵便'],
};
const wayText =
  'お届けの方法は「メール」「リンク」「印刷」のどれかにしてください。空欄のときは、メールアドレスがあれば「メール」、なければ「リンク」になります。';

const WAY_MAX_LENGTH = 20;
const Way = sent(wayText, WAY_MAX_LENGTH).transform((text, context) => {
  const key = text.normalize('NFKC').trim().toLowerCase();
  if (key === '') return null;
  const found = Object.entries(WAYS).find(([, words]) => words.includes(key));
  if (found) return found[0] as NewFamily['delivery'];
  context.addIssue({ code: 'custom', message: wayText });
  return z.NEVER;
});

const RowInput = z.object(FamilyInput.omit({ residentId: true }).shape).extend({ delivery: Way });

/** null if all its cells are empty but for a number: a line about a resident only. */
export function readFamilyCells(cellOf: (column: Column) => string): FamilyCells | null {
  if (NAMES.every((column) => column === 'phone' || cellOf(column).trim() === '')) return null;
  const name = oneLine(cellOf('familyName'));
  const cells = Object.fromEntries(NAMES.map((column) => [column, cellOf(column)]));
  const typed = { ...cells, name: cellOf('familyName'), nameKana: cellOf('familyKana') };
  const { data, error } = RowInput.safeParse(typed);
  if (!data) return { name, input: null, errors: error.issues.map(withField) };
  const delivery = data.delivery ?? (data.email === null ? 'link' : 'email');
  const input: NewFamily = { ...data, delivery };
  const errors = Object.values(missingFor(input)).flat();
  return { name, input: errors.length === 0 ? input : null, errors };
}

/** The resident has a name, too. */
const withField = ({ path, message }: z.core.$ZodIssue): string =>
  path[0] === 'name' || path[0] === 'nameKana' ? `ご家族の${message}` : message;
