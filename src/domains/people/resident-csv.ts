import { z } from 'zod';
import type { CivilDate } from '#lib/calendar.ts';
import { toCsv } from '#lib/csv.ts';
import { oneLine } from '#lib/text.ts';
import { consentWords } from './consent.ts';
import { WrittenConsent } from './consent-records/written-consent.ts';
import { WrittenDay } from './resident-form.ts';
import type { CreateResidentInput, ResidentLong } from './resident.ts';
import { DAY_LABELS, RESIDENT_FIELDS, findDayProblems } from './resident.ts';

/** The first of each is ours; the others are common elsewhere (`roster/headings.ts`). */
export const RESIDENT_COLUMNS = {
  name: ['氏名', '入居者名'],
  nameKana: ['ふりがな', '氏名ふりがな', '入居者名ふりがな'],
  room: [
    ...['部屋', '部屋番号', '部屋名', '部屋No', '居室', '居室番号', '居室名', '居室No'],
    ...['号室', '室番号', '室名', 'お部屋番号'],
  ],
  birthday: ['生年月日', '誕生日'],
  photoConsent: [
    ...['写真の掲載', '写真', '写真掲載可否', '写真の掲載の可否', '写真可否', '写真の同意'],
    ...[
      '写真掲載の同意',
      '写真掲載同意',
      '写真使用の同意',
      '写真利用の同意',
      '写真掲載について',
      '同意',
    ],
  ],
  leftOn: ['退居の日', '退居日', '退去日', '退所日'],
  awaySince: [DAY_LABELS.awaySince, '不在の日', '入院日'],
  diedOn: [DAY_LABELS.diedOn, '逝去日', '死亡日'],
} as const;
type Column = keyof typeof RESIDENT_COLUMNS;
const NAMES = Object.keys(RESIDENT_COLUMNS) as Column[];
export const RESIDENT_HEADINGS = NAMES.map((column) => RESIDENT_COLUMNS[column][0]);

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

const SAMPLE_NAME = '見本 花子';
/** In the order of the headings; nobody on a first list is away or has died. */
export const RESIDENT_SAMPLE = [SAMPLE_NAME, 'みほん はなこ', '101', '昭和10年3月3日', 'はい', ''];

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

/** Who does not know a day says so in words. */
const UNKNOWN =
  /^(?:不明|不詳|未詳|未確認|未記入|未定|未入力|わからない|分からない|わかりません|空欄|なし|無し?|[-‐-―−ー?？*＊/／…・.]+|unknown|n\/a|null)$/iu;
const CELL_MAX_LENGTH = 100;
const DayCell = z.preprocess(
  (cell) =>
    typeof cell === 'string' && cell.length <= CELL_MAX_LENGTH && UNKNOWN.test(cell.trim())
      ? ''
      : cell,
  WrittenDay,
);

const RowInput = z.object({
  name: RESIDENT_FIELDS.name,
  nameKana: RESIDENT_FIELDS.nameKana,
  room: RESIDENT_FIELDS.room,
  birthday: DayCell,
  photoConsent: WrittenConsent,
  leftOn: DayCell,
  awaySince: DayCell,
  diedOn: DayCell,
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
    ...(name === SAMPLE_NAME ? ['見本の行です。削除してください。'] : []),
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
