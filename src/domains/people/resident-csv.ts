import { z } from 'zod';
import type { CivilDate } from '#lib/calendar.ts';
import { toCsv } from '#lib/csv.ts';
import { sent } from '#lib/input.ts';
import { oneLine } from '#lib/text.ts';
import { ANSWER_WORDS, consentWords } from './consent.ts';
import { WrittenDay } from './resident-form.ts';
import type { CreateResidentInput, ResidentLong } from './resident.ts';
import { DAY_LABELS, RESIDENT_FIELDS, findDayProblems } from './resident.ts';

/** The first of each is ours; the others are common elsewhere. */
export const RESIDENT_COLUMNS = {
  name: ['氏名', '名前', 'お名前', '入居者名', '利用者名'],
  nameKana: ['ふりがな', 'フリガナ', 'かな', 'カナ', '氏名カナ', '氏名かな'],
  room: ['部屋', '部屋番号', '居室', '居室番号'],
  birthday: ['生年月日', '誕生日'],
  photoConsent: ['写真の掲載', '写真掲載', '写真'],
  leftOn: ['退居の日', '退居日', '退去日', '退所日'],
  awaySince: [DAY_LABELS.awaySince, '不在の日', '入院日'],
  diedOn: [DAY_LABELS.diedOn, '逝去日', '死亡日'],
} as const;
type Column = keyof typeof RESIDENT_COLUMNS;
const NAMES = Object.keys(RESIDENT_COLUMNS) as Column[];
export const RESIDENT_HEADINGS = NAMES.map((column) => RESIDENT_COLUMNS[column][0]);
/** Nobody on a first list is away or has died. */
const TEMPLATE = RESIDENT_HEADINGS.slice(0, NAMES.indexOf('awaySince'));

const YES = ['はい', '載せてよい', '有', 'あり', '可', '同意', '○', '〇', '1', 'yes', 'true'];
const NO = ['いいえ', '載せない', '無', 'なし', '不可', '不同意', '×', '✕', '0', 'no', 'false'];
/** Photos for the own family only: a yes that reaches no others. */
const OWN = [
  ANSWER_WORDS.own,
  ...['本人の家族のみ', 'ご家族のみ', 'ご家族だけ', '家族のみ', '家族だけ'],
  ...['自分の家族のみ', '自分の家族だけ'],
];
/** Only the family can say no: an empty cell does not. */
const NOT_ASKED = ['', 'まだ', '未', '未確認', '未定', '確認中', '?', consentWords(null)];

const SAMPLE = ['見本 花子', 'みほん はなこ', '101', '昭和10年3月3日', 'はい', ''];

export const residentsTemplate = (): string => toCsv([TEMPLATE, SAMPLE]);

export const residentsCsv = (residents: readonly ResidentLong[]): string =>
  toCsv([RESIDENT_HEADINGS, ...residents.map(residentCells)]);

/** In the order of the headings. */
export const residentCells = (resident: ResidentLong): string[] => [
  resident.name,
  resident.nameKana,
  resident.room ?? '',
  resident.birthday ?? '',
  consentCell(resident),
  resident.leftOn ?? '',
  resident.awaySince ?? '',
  resident.diedOn ?? '',
];

const consentCell = ({ photoConsent, photoConsentExtent }: ResidentLong): string =>
  photoConsent === null || photoConsentExtent === 'own'
    ? consentWords(photoConsent, photoConsentExtent)
    : photoConsent
      ? 'はい'
      : 'いいえ';

/** The part of a line about a resident. */
export interface ResidentCells {
  /** As written, to find the row again. */
  name: string;
  /** null for an invalid part. */
  input: CreateResidentInput | null;
  errors: string[];
}

const CONSENT_MAX_LENGTH = 20;
const consentText =
  '写真の掲載は「はい」か「本人の家族だけ」か「いいえ」にしてください。まだ伺っていないときは、空欄にします。';

/** A cell that is one of the words above. */
function consentOf(text: string): Pick<CreateResidentInput, 'photoConsent' | 'photoConsentExtent'> {
  if (NOT_ASKED.includes(text)) return { photoConsent: null, photoConsentExtent: null };
  if (NO.includes(text)) return { photoConsent: false, photoConsentExtent: null };
  return { photoConsent: true, photoConsentExtent: OWN.includes(text) ? 'own' : 'all' };
}

const RowInput = z.object({
  name: RESIDENT_FIELDS.name,
  nameKana: RESIDENT_FIELDS.nameKana,
  room: RESIDENT_FIELDS.room,
  birthday: WrittenDay,
  photoConsent: sent(consentText, CONSENT_MAX_LENGTH)
    .transform((text) => text.normalize('NFKC').trim().toLowerCase())
    .refine((text) => [...YES, ...OWN, ...NO, ...NOT_ASKED].includes(text), consentText)
    .transform(consentOf),
  leftOn: WrittenDay,
  awaySince: WrittenDay,
  diedOn: WrittenDay,
});

export function readResidentCells(
  cellOf: (column: Column) => string,
  today: CivilDate,
): ResidentCells {
  const name = oneLine(cellOf('name'));
  const result = RowInput.safeParse(Object.fromEntries(NAMES.map((c) => [c, cellOf(c)])));
  const errors = [
    ...(result.error?.issues.map((issue) => withField(issue)) ?? []),
    ...(result.data ? Object.values(findDayProblems(result.data, today)).flat() : []),
    ...(name === SAMPLE[0] ? ['見本の行です。削除してください。'] : []),
  ];
  const input = result.data && errors.length === 0 ? toInput(result.data) : null;
  return { name, input, errors };
}

const toInput = ({ photoConsent, ...fields }: z.output<typeof RowInput>): CreateResidentInput => ({
  ...fields,
  ...photoConsent,
  ownWish: '',
  portrait: null,
});

/** Names the field: messages about days do not. */
function withField({ path, message }: z.core.$ZodIssue): string {
  const label = LABELS[path[0] as keyof typeof LABELS] as string | undefined;
  return label === undefined ? message : `${label}: ${message}`;
}

const LABELS = { birthday: '生年月日', ...DAY_LABELS };
