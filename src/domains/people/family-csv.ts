import { z } from 'zod';
import { formatPostcode } from '#domains/facility/postcode.ts';
import { sent } from '#lib/input.ts';
import { oneLine } from '#lib/text.ts';
import type { Family } from './family.ts';
import type { DELIVERY_WAYS } from './family.ts';
import { FamilyInput, deliveryName, missingFor } from './family.ts';

/** The first of each is ours; the others are common elsewhere (`roster/headings.ts`). */
export const FAMILY_COLUMNS = {
  familyName: ['ご家族の氏名', 'ご家族名', 'お届け先'],
  familyKana: ['ご家族のふりがな', '家族氏名ふりがな', '家族名ふりがな'],
  relationship: ['続柄', 'ご関係', '間柄', 'ご本人との続柄', 'ご本人との関係'],
  delivery: ['お届けの方法', 'お届け方法', '届け方', '受け取り方'],
  email: ['メールアドレス', 'メール', 'Eメール', 'E-mail', 'email', 'mail'],
  phone: ['電話番号', '電話', '自宅電話番号', '自宅電話', '固定電話', 'TEL', 'tel番号'],
  postcode: ['郵便番号', '〒'],
  pref: ['都道府県'],
  city: ['市区町村', '市町村'],
  town: ['町域', '町名'],
  street: ['番地・建物名', '番地'],
} as const;
type Column = keyof typeof FAMILY_COLUMNS;
const NAMES = Object.keys(FAMILY_COLUMNS) as Column[];
export const FAMILY_HEADINGS = NAMES.map((column) => FAMILY_COLUMNS[column][0]);

export const FAMILY_SAMPLE = [
  '見本 太郎',
  'みほん たろう',
  '長男',
  'メール',
  'mihon@example.jp',
  '090-1234-5678',
  '',
  '',
  '',
  '',
  '',
];

/** In the order of the headings. */
export const familyCells = (family: Family): string[] => [
  family.name,
  family.nameKana,
  family.relationship ?? '',
  deliveryName(family.delivery),
  family.email ?? '',
  family.phone,
  // The hyphen keeps a spreadsheet from dropping a leading zero.
  family.postcode === null ? '' : formatPostcode(family.postcode),
  family.pref,
  family.city,
  family.town,
  family.street,
];

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
