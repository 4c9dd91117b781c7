import { z } from 'zod';
import { ItemSchema } from '#domains/item/item.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { parseYearMonth, yearMonthOf } from '#lib/calendar.ts';
import {
  REOPEN,
  line,
  opaque,
  orEmpty,
  severalWords,
  wholeNumber,
  yearMonthText,
} from '#lib/input.ts';
import { LETTER_BODY_MAX_LENGTH, PHRASE_NAMES } from './stock-phrases.ts';

export const LETTER_TITLE_MAX_LENGTH = 60;
const ID_MAX_LENGTH = 64;

/** A letter for admins (contract.md#letters). */
const AdminLetterSchema = z.object({
  year: z.number(),
  month: z.number(),
  yearMonth: z.number(),
  title: z.string(),
  body: z.string(),
  coverItemId: z.string().nullable(),
  itemsCount: z.number(),
  /** お便りの写真: different ones that the letters of the month show. */
  photosCount: z.number(),
  inProgress: z.boolean(),
  /** When families can see it; null before. */
  deliveredAt: z.string().nullable(),
  /** Families that pressed 見ました. */
  readCount: z.number(),
  familiesCount: z.number(),
  /** Incremented with every save; 0 before the first. */
  version: z.number(),
  updatedAt: z.string().nullable(),
});
export type AdminLetter = z.output<typeof AdminLetterSchema>;

export const AdminLettersOutput = z.object({ letters: z.array(AdminLetterSchema) });
export const AdminLetterOutput = z.object({ letter: AdminLetterSchema });
export const AdminLetterWithItems = z.object({
  letter: AdminLetterSchema,
  items: z.array(ItemSchema),
});

const Title = line({ label: '題名', max: LETTER_TITLE_MAX_LENGTH });

const bodyText = 'ごあいさつは文字で入れてください。';
const Body = severalWords(
  bodyText,
  LETTER_BODY_MAX_LENGTH,
  `ごあいさつは${LETTER_BODY_MAX_LENGTH}文字までです。`,
);

const coverText = '表紙の写真を選び直してください。';
const CoverItemId = opaque(coverText, ID_MAX_LENGTH).min(1, coverText).nullable();

const monthText = '月は202401のように6桁で指定してください。';
const YearMonthInput = z
  .number(monthText)
  .refine((value) => parseYearMonth(String(value)) !== undefined, monthText);

const versionText = 'ページを読み込み直してから、もう一度保存してください。';
const Version = z.number(versionText).int(versionText).min(0, versionText);

export const CreateLetterInput = z.strictObject({
  yearMonth: YearMonthInput,
  title: Title.optional(),
  body: Body.default(''),
  coverItemId: CoverItemId.default(null),
});
export type CreateLetterInput = z.output<typeof CreateLetterInput>;

export const UpdateLetterInput = z.strictObject({
  title: Title.optional(),
  body: Body.optional(),
  coverItemId: CoverItemId.optional(),
  version: Version,
});
export type UpdateLetterInput = z.output<typeof UpdateLetterInput>;

/** An empty title means the default, an empty cover none. */
export const LetterFormInput = z.object({
  yearMonth: yearMonthText(REOPEN),
  version: wholeNumber(versionText),
  title: orEmpty(line({ label: '題名', max: LETTER_TITLE_MAX_LENGTH, required: false })),
  body: orEmpty(Body),
  coverItemId: z.preprocess((value) => (value === '' ? null : value), CoverItemId),
});

const phraseText = '文例を選び直してください。';

export const PhraseInput = z.object({
  yearMonth: yearMonthText(REOPEN),
  phrase: wholeNumber(phraseText).refine((at) => at < PHRASE_NAMES.length, phraseText),
  body: orEmpty(Body),
});

/** Shown for a conflicting save; neither text is lost. */
export const STALE_TEXT =
  'ほかの方が先に保存したため、まだ保存していません。内容を見くらべてから、もう一度保存してください。';

/** The month guard of admin letters (domain.md#the-month): a month up to the current one. */
export function readAdminMonth(text: string, today: CivilDate): YearMonth | undefined {
  const yearMonth = parseYearMonth(text);
  return yearMonth !== undefined && yearMonth <= yearMonthOf(today) ? yearMonth : undefined;
}
