import type { z } from 'zod';
import type { FieldErrors } from '#lib/errors.ts';
import { AppError } from '#lib/errors.ts';
import { asAppError } from '#server/failures.ts';

const FORM = 'application/x-www-form-urlencoded';

/** The fields of a form on a family's page. @throws AppError 415 */
export async function readFamilyForm(request: Request): Promise<Record<string, string>> {
  if (!request.headers.get('content-type')?.startsWith(FORM)) {
    throw new AppError(415, 'このページのボタンから、もう一度お試しください。');
  }
  const fields = new URLSearchParams(await request.text());
  // Not every database takes a NUL.
  return Object.fromEntries([...fields].map(([name, value]) => [name, value.replaceAll('\0', '')]));
}

/** Why a form was not taken; what was typed and chosen is shown again. */
export interface FormRefusal {
  status: number;
  retryAfter?: number | undefined;
  errors: FieldErrors;
  fields: Readonly<Record<string, string>>;
}

/**
 * Takes a form as a whole. @param take what it means. @returns null once it was taken
 * @throws any error that cannot be answered by trying later
 */
export async function takeFamilyForm<Input>(
  schema: z.ZodType<Input>,
  fields: Readonly<Record<string, string>>,
  take: (input: Input) => Promise<unknown>,
): Promise<FormRefusal | null> {
  const input = schema.safeParse(fields);
  if (!input.success) {
    const errors: FieldErrors = {};
    for (const { path, message } of input.error.issues) errors[String(path[0])] ??= [message];
    return { status: 422, errors, fields };
  }
  const refused = await take(input.data).catch(refusedOrThrow(REFUSED));
  if (!(refused instanceof AppError)) return null;
  const { status, retryAfter } = refused;
  return { status, retryAfter, errors: refused.errors ?? {}, fields };
}

const LATER = [429, 503, 507];
/** What a page can say; nothing that was typed must be lost. */
const REFUSED = [409, 410, 422, ...LATER];

const refusedOrThrow =
  (statuses: readonly number[]) =>
  (thrown: unknown): AppError => {
    const error = asAppError(thrown);
    if (error instanceof AppError && statuses.includes(error.status)) return error;
    throw error;
  };

/** Nothing must be lost of what may be sent again later. @throws any other error */
export const laterOrThrow = refusedOrThrow(LATER);
