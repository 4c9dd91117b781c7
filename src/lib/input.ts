import { z } from 'zod';
import { looksLikeLink } from './link-like.ts';
import { oneLine, severalLines } from './text.ts';

/** Pieces of schemas that every noun's forms share. Each text is for the person who typed. */

/** Hiragana and katakana with their marks, and the spaces and dots between names. */
const KANA = /^[ぁ-ゖァ-ヺー・ ]*$/;

/** Half-width kana and wide spaces become the usual ones. */
const tidyKana = (text: string): string => oneLine(text.normalize('NFKC')).replace(/\s+/g, ' ');

interface Line {
  label: string;
  max: number;
  required?: boolean;
}

/** One line of text (contract.md#conventions). */
export function words({ label, max, required = true }: Line) {
  const missing = `${label}を入力してください。`;
  const text = z.string(missing).overwrite(oneLine).max(max, `${label}は${max}文字までです。`);
  return required ? text.min(1, missing) : text;
}

/** A name or a title: it stands in mails that go to anybody, which carry no link but ours. */
export const line = (of: Line) =>
  words(of).refine((text) => text.length > of.max || !looksLikeLink(text), linkText(of.label));

const linkText = (label: string): string =>
  `${label}に、リンクやメールアドレスのような言葉（www や example.jp など）は入れられません。ピリオド（.）は「・」に変えてください。`;

/** An id or a token, which nobody types; what is not seen in it came along. */
export const opaque = (problem: string, max: number) =>
  z.string(problem).overwrite(oneLine).max(max, problem);

/** A name's reading; may stay empty. */
export const kana = ({ label, max }: Omit<Line, 'required'>) =>
  z
    .string(`${label}を入力してください。`)
    .transform(tidyKana)
    .pipe(
      z
        .string()
        .max(max, `${label}は${max}文字までです。`)
        .regex(KANA, `${label}は、ひらがなかカタカナで入力してください。`),
    );

/** A field that a form may leave out: an empty one arrives as null. */
export const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? '', schema);

/** A field of a change: an absent one stays as it is, and is never read as an empty one. */
export const ifGiven = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.undefined(), schema], {
      error: ({ errors }) => errors.at(-1)?.[0]?.message,
    })
    .optional();

/** Several lines of text, which may stay empty. */
export const lines = ({ label, max }: Omit<Line, 'required'>) =>
  orEmpty(
    z
      .string(`${label}を入力してください。`)
      .overwrite(severalLines)
      .max(max, `${label}は${max}文字までです。`),
  );
