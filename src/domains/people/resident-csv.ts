import { z } from 'zod';
import type { CivilDate } from '#lib/calendar.ts';
import { toCsv } from '#lib/csv.ts';
import { oneLine } from '#lib/text.ts';
import { consentWords } from './consent.ts';
import { WrittenConsent } from './consent-records/written-consent.ts';
import { DayCell } from './day-input.ts';
import type { ListedFact } from './resident-facts.ts';
import { LISTED_FACTS, RESIDENT_FACTS, factSchemas } from './resident-facts.ts';
import type { CreateResidentInput, ResidentLong } from './resident.ts';
import { DAY_LABELS, findDayProblems } from './resident.ts';

const FACT_HEADINGS: Record<ListedFact, readonly [string, ...string[]]> = Object.fromEntries(
  LISTED_FACTS.map((name) => [name, RESIDENT_FACTS[name].headings]),
) as never;

/** The first of each is ours; the others are common elsewhere (`roster/headings.ts`). */
export const RESIDENT_COLUMNS = {
  ...FACT_HEADINGS,
  photoConsent: [
    ...['写真の掲載', '写真', '写真掲載可否', '写真の掲載の可否', '写真可否', '写真の同意'],
    ...['写真掲載の同意', '写真掲載同意', '写真使用の同意', '写真利用の同意'],
    ...['写真掲載について', '同意'],
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
  ...LISTED_FACTS.map((name) => resident[name] ?? ''),
  consentCell(resident),
  resident.leftOn ?? '',
  resident.awaySince ?? '',
  resident.diedOn ?? '',
];

/** In the order of the headings; nobody on a first list is away or has died. */
export const RESIDENT_SAMPLE = [
  ...LISTED_FACTS.map((name) => RESIDENT_FACTS[name].sample),
  ...['はい', ''],
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

const RowInput = z.object({
  ...factSchemas('cell'),
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
    ...(name === RESIDENT_FACTS.name.sample ? ['見本の行です。削除してください。'] : []),
  ];
  const input = result.data && errors.length === 0 ? toInput(result.data) : null;
  return { name, input, errors };
}

const toInput = ({ photoConsent, ...fields }: z.output<typeof RowInput>): CreateResidentInput => ({
  ...fields,
  ...photoConsent,
  portrait: null,
});

/** Names the field: messages about days do not. */
function withField({ path, message }: z.core.$ZodIssue): string {
  const label = LABELS[path[0] as keyof typeof LABELS] as string | undefined;
  return label === undefined ? message : `${label}: ${message}`;
}

const LABELS = { birthday: RESIDENT_FACTS.birthday.label, ...DAY_LABELS };
