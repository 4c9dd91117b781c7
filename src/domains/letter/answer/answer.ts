import { z } from 'zod';
import type { YearMonth } from '#lib/calendar.ts';
import { parseYearMonth } from '#lib/calendar.ts';
import { REOPEN, formId, lines } from '#lib/input.ts';
import type { Listed } from '#lib/pages.ts';
import { addressWith, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';

/** Words of a family about a letter (domain.md#answers). */
export const ANSWER_MAX_LENGTH = 300;
/** From one family about one letter. */
export const ANSWERS_PER_LETTER = 3;

export const AnswerInput = z.object({
  body: lines({ label: 'ことば', max: ANSWER_MAX_LENGTH }).refine(
    (text) => text !== '',
    'まだ何も書かれていません。書いてから、もう一度押してください。',
  ),
});

export interface OwnAnswer {
  body: string;
  at: string;
  /** The facility's. */
  reply: Pick<Reply, 'body' | 'at'> | null;
}

/** The facility's words below a family's (domain.md#replies). */
export interface Reply {
  body: string;
  at: string;
  /** null if that colleague has left. */
  by: string | null;
  /** By which way the family was told; null: it sees it in its letter. */
  toldWay: ToldWay | null;
}

/** Above it, wherever the family reads it. */
export const REPLY_HEADING = '施設からのお返事';

const TOLD_WAYS = ['email', 'line'] as const;
export type ToldWay = (typeof TOLD_WAYS)[number];

/** What a family sees below its letter. */
export interface OwnAnswers {
  /** Oldest first, also the hidden ones: only staff know of those. */
  sent: OwnAnswer[];
  /** How many more it may send. */
  left: number;
  /** The facility takes words. */
  isOn: boolean;
}

/** What is the same for nearly all families. */
export interface AnswersFrame extends Pick<OwnAnswers, 'left' | 'isOn'> {
  /** The resident lives here and is not away, so that words can be passed on. */
  isHere: boolean;
}

export const AnswerOutput = z.object({
  id: z.string(),
  familyName: z.string(),
  residentId: z.string(),
  residentName: z.string(),
  body: z.string(),
  createdAt: z.string(),
  passedOn: z.boolean(),
  hidden: z.boolean(),
  /** The facility's answer to it. */
  reply: z
    .object({ body: z.string(), repliedAt: z.string(), toldBy: z.enum(TOLD_WAYS).nullable() })
    .nullable(),
});

export const AnswerChange = z.strictObject({
  passedOn: z.boolean('お伝えしたかどうかは、true か false にしてください。').optional(),
  hidden: z.boolean('隠すかどうかは、true か false にしてください。').optional(),
});
export type AnswerChange = z.output<typeof AnswerChange>;

/** What the buttons of an answer do. */
export const ANSWER_BUTTONS = {
  passedOn: { passedOn: true },
  takenBack: { passedOn: false },
  hidden: { hidden: true },
  shown: { hidden: false },
} as const satisfies Record<string, AnswerChange>;
export type AnswerButton = keyof typeof ANSWER_BUTTONS;

const ID_MAX_LENGTH = 32;

export const AnswerForm = z.object({
  id: formId(ID_MAX_LENGTH),
  change: z.enum(Object.keys(ANSWER_BUTTONS) as [AnswerButton, ...AnswerButton[]], REOPEN),
});

/** For staff. */
export interface Answer {
  id: string;
  yearMonth: YearMonth;
  resident: { id: string; name: string; nameKana: string; room: string | null };
  familyName: string;
  relationship: string;
  body: string;
  createdAt: string;
  /** `by` is null if that colleague has left. */
  passedOn: { at: string; by: string | null } | null;
  isHidden: boolean;
  reply: Reply | null;
  /** The family can read a reply: it is there, and the resident's. */
  canRead: boolean;
  /** The resident lives here, so that it can be passed on; otherwise staff read it. */
  isToTell: boolean;
  /** The family's telephone number, for admins; empty without one. */
  phone: string;
}

/** Long ones, with their buttons, are 2 KB each. */
export const LISTED_ANSWERS: Listed = {
  name: 'ことば',
  unit: '通',
  ordinal: '通目',
  perPage: 50,
  onePageUpTo: 75,
};

/** What the staff's page of answers shows. */
export interface AnswersQuery {
  /** null: the new ones of all months. */
  yearMonth: YearMonth | null;
  page: number;
}

export const readAnswersQuery = (query: Pick<URLSearchParams, 'get'>): AnswersQuery => ({
  yearMonth: parseYearMonth(query.get('month') ?? '') ?? null,
  page: readPage(query),
});

export const answersAddress = (
  { yearMonth, page }: AnswersQuery,
  more: Record<string, string> = {},
): string =>
  addressWith(paths.answers, { month: yearMonth, page: page > 1 ? page : null, ...more });

export const cardsAddress = (yearMonth: YearMonth | null): string =>
  addressWith(paths.printAnswers, { month: yearMonth });
