import { z } from 'zod';
import ja from 'zod/v4/locales/ja.js';
import type { FieldErrors } from '#lib/errors.ts';
import { invalid } from '#lib/errors.ts';

/** Default zod messages in Japanese, like every `msg`. */
z.config(ja());

/** @throws AppError 422 with messages per field */
export function parseInput<Input>(schema: z.ZodType<Input>, value: unknown): Input {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  throw invalid(Object.values(errors)[0]?.[0] ?? '入力を確かめてください。', errors);
}

const UNKNOWN_NAMED = 5;
const NAME_MAX_LENGTH = 60;

/** Messages by field; the first unknown fields are listed under their own names, cut short. */
function fieldErrors(error: z.ZodError): FieldErrors {
  const errors = Object.create(null) as FieldErrors;
  for (const issue of error.issues) {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, UNKNOWN_NAMED).map((name) => name.slice(0, NAME_MAX_LENGTH))
        : [issue.path.map(String).join('.') || 'body'];
    const text = issue.code === 'unrecognized_keys' ? '使えない項目です。' : issue.message;
    for (const name of names) (errors[name] ??= []).push(text);
  }
  return errors;
}
