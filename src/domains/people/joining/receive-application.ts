import type { FieldErrors } from '#lib/errors.ts';
import { AppError } from '#lib/errors.ts';
import { asAppError } from '#server/failures.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { apply } from './apply.ts';
import type { JoinFields } from './application.ts';
import { JoinInput, ProofInput } from './application.ts';
import { askForProof } from './own-application.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Why a form was not taken. What was typed and chosen is shown again. */
export interface JoinRefusal {
  status: number;
  retryAfter?: number | undefined;
  errors: FieldErrors;
  fields: JoinFields;
}

export const clientOfRequest = (): { address: string } => ({
  address: currentRequest()?.address ?? '',
});

/** @throws AppError 415 */
async function fieldsOf(request: Request): Promise<Record<string, string>> {
  if (!request.headers.get('content-type')?.startsWith(FORM)) {
    throw new AppError(415, 'お申し込みのページから、もう一度お試しください。');
  }
  const fields = new URLSearchParams(await request.text());
  // Not every database takes a NUL.
  return Object.fromEntries([...fields].map(([name, value]) => [name, value.replaceAll('\0', '')]));
}

/** A relative's form. @returns the token of its own page, or why not. @throws AppError 415 */
export async function receiveApplication(
  rt: Runtime,
  request: Request,
): Promise<string | JoinRefusal> {
  const fields = await fieldsOf(request);
  const input = JoinInput.safeParse(fields);
  if (!input.success) return { status: 422, errors: errorsOf(input.error.issues), fields };
  const done = await apply(rt, input.data, clientOfRequest()).catch(refusedOrThrow);
  return done instanceof AppError ? toRefusal(done, fields) : done;
}

/** The form of a relative's own page, for another mail. @throws AppError 404, 415 */
export async function receiveAddress(
  rt: Runtime,
  token: string,
  request: Request,
): Promise<JoinRefusal | null> {
  const fields = await fieldsOf(request);
  const input = ProofInput.safeParse(fields);
  if (!input.success) return { status: 422, errors: errorsOf(input.error.issues), fields };
  const { email } = input.data;
  const done = await askForProof(rt, token, email, clientOfRequest()).catch(refusedOrThrow);
  return done instanceof AppError ? toRefusal(done, fields) : null;
}

function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= [message];
  return errors;
}

const toRefusal = (error: AppError, fields: JoinFields): JoinRefusal => ({
  status: error.status,
  retryAfter: error.retryAfter,
  errors: error.errors ?? {},
  fields,
});

/** What a page can say; nothing that was typed must be lost. @throws any other error */
function refusedOrThrow(thrown: unknown): AppError {
  const error = asAppError(thrown);
  if (error instanceof AppError && [409, 410, 422, 429, 503, 507].includes(error.status)) {
    return error;
  }
  throw error;
}
