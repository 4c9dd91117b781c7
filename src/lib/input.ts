import { z } from 'zod';

/** Pieces of schemas that every noun's forms share. Each text is for the person who typed. */

/** What is not seen, or turns around how the rest is seen. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\u3164\uFEFF]/u;
/** Names stand in mails that go to anybody: ours must carry nobody else's link. */
const LINK = /:\/\/|www\./i;
/** Hiragana and katakana with their marks, and the spaces and dots between names. */
const KANA = /^[ぁ-ゖァ-ヺー・ ]*$/;

/** Half-width kana and wide spaces become the usual ones. */
const tidyKana = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

interface Line {
  label: string;
  max: number;
  required?: boolean;
}

/** One line of text, trimmed and in one spelling (api, "Conventions"). */
export function line({ label, max, required = true }: Line) {
  const missing = `${label}を入力してください。`;
  const text = z
    .string(missing)
    .trim()
    .normalize('NFC')
    .max(max, `${label}は${max}文字までです。`)
    .refine((value) => !UNSEEN.test(value), `${label}に使えない文字が入っています。`)
    .refine((value) => !LINK.test(value), `${label}にリンクは入れられません。`);
  return required ? text.min(1, missing) : text;
}

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

/** Several lines of text, which may stay empty; line breaks in one spelling. */
export const lines = ({ label, max }: Omit<Line, 'required'>) =>
  orEmpty(
    z
      .string(`${label}を入力してください。`)
      .overwrite((text) => text.replace(/\r\n?/g, '\n').normalize('NFC').trim())
      .max(max, `${label}は${max}文字までです。`)
      .refine(
        (text) => !UNSEEN.test(text.replaceAll('\n', '')),
        `${label}に使えない文字が入っています。`,
      ),
  );
