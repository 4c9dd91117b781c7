import { z } from 'zod';
import { parseYearMonth } from './calendar.ts';
import { looksLikeLink } from './link-like.ts';
import { oneLine, severalLines } from './text.ts';

/** With their marks, spaces and middle dots. */
const KANA = /^[ぁ-ゖァ-ヺー・ ]*$/;

const tidyKana = (text: string): string => oneLine(text.normalize('NFKC')).replace(/\s+/g, ' ');

interface Line {
  label: string;
  max: number;
  required?: boolean;
}

/** As sent, a text may be longer than what is kept: か + ゛, blanks around it, what is not seen. */
const rawMax = (max: number): number => 4 * max + 100;

/**
 * Every text of an input begins with this: nothing reads one before its length as sent is bounded
 * (P32), since normalizing or matching 250 KB holds the event loop for up to a second.
 */
export const sent = (problem: string, max: number, error = problem) =>
  z.string(problem).refine((text) => text.length <= rawMax(max), { error, abort: true });

const tooLong = ({ label, max }: Line): string => `${label}は${max}文字までです。`;

/** One line (contract.md#conventions). */
export function words({ label, max, required = true }: Line) {
  const missing = `${label}を入力してください。`;
  const error = tooLong({ label, max });
  const text = sent(missing, max, error).overwrite(oneLine).max(max, { error, abort: true });
  return required ? text.min(1, missing) : text;
}

/**
 * A name or title: mailed to arbitrary people, so without links. One that a search or the look for
 * links would widen manifold (ﷺ is 18 letters) is too long: a list has a thousand of them.
 */
export const line = (of: Line) =>
  words(of)
    .refine((text) => text.normalize('NFKC').length <= 4 * of.max, {
      error: tooLong(of),
      abort: true,
    })
    .refine((text) => !looksLikeLink(text), linkText(of.label));

const linkText = (label: string): string =>
  `${label}に、リンクやメールアドレスのような言葉（www や example.jp など）は入れられません。ピリオド（.）は「・」に変えてください。`;

/** An id or token; pasted invisible characters are removed. */
export const opaque = (problem: string, max: number) =>
  sent(problem, max).overwrite(oneLine).max(max, problem);

/** About what a page sends unseen: pressing again on a page that lacks it does not help. */
export const REOPEN = 'ページを読み込み直してから、もう一度お試しください。';

/** What a form is about. */
export const formId = (max: number) => opaque(REOPEN, max).min(1, REOPEN);

/** A password: compared as it was typed. */
export const asTyped = (problem: string, max: number) =>
  sent(problem, max).min(1, problem).max(max, problem);

export const kana = ({ label, max }: Omit<Line, 'required'>) => {
  const error = tooLong({ label, max });
  return sent(`${label}を入力してください。`, max, error)
    .transform(tidyKana)
    .pipe(
      z
        .string()
        .max(max, { error, abort: true })
        .regex(KANA, `${label}は、ひらがなかカタカナで入力してください。`),
    );
};

/** `202610`, as forms and queries send it. */
export const yearMonthText = (problem: string) =>
  sent(problem, 6)
    .transform(parseYearMonth)
    .refine((value) => value !== undefined, problem);

/** A whole number from 0, as forms send it. */
export const wholeNumber = (problem: string) =>
  sent(problem, 10)
    .regex(/^\d{1,10}$/, { error: problem, abort: true })
    .transform(Number);

export const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? '', schema);

/** In a partial update: absent means unchanged. */
export const ifGiven = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.undefined(), schema], {
      error: ({ errors }) => errors.at(-1)?.[0]?.message,
    })
    .optional();

export const allIfGiven = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, ifGiven(schema)])) as {
    [Name in keyof Shape]: ReturnType<typeof ifGiven<Shape[Name]>>;
  };

/** Several lines; their breaks are all `\n`. */
export const severalWords = (problem: string, max: number, error: string) =>
  sent(problem, max, error).overwrite(severalLines).max(max, error);

export const lines = ({ label, max }: Omit<Line, 'required'>) =>
  orEmpty(severalWords(`${label}を入力してください。`, max, tooLong({ label, max })));
