import { z } from 'zod';
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

/** One line (contract.md#conventions). */
export function words({ label, max, required = true }: Line) {
  const missing = `${label}を入力してください。`;
  const text = z.string(missing).overwrite(oneLine).max(max, `${label}は${max}文字までです。`);
  return required ? text.min(1, missing) : text;
}

/** A name or title: mailed to arbitrary people, so without links. */
export const line = (of: Line) =>
  words(of).refine((text) => text.length > of.max || !looksLikeLink(text), linkText(of.label));

const linkText = (label: string): string =>
  `${label}に、リンクやメールアドレスのような言葉（www や example.jp など）は入れられません。ピリオド（.）は「・」に変えてください。`;

/** An id or token; pasted invisible characters are removed. */
export const opaque = (problem: string, max: number) =>
  z.string(problem).overwrite(oneLine).max(max, problem);

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

export const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? '', schema);

/** In a partial update: absent means unchanged. */
export const ifGiven = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.undefined(), schema], {
      error: ({ errors }) => errors.at(-1)?.[0]?.message,
    })
    .optional();

export const lines = ({ label, max }: Omit<Line, 'required'>) =>
  orEmpty(
    z
      .string(`${label}を入力してください。`)
      .overwrite(severalLines)
      .max(max, `${label}は${max}文字までです。`),
  );
