import type { Link } from '#domains/letter/link.ts';
import type { FieldErrors } from '#lib/errors.ts';
import { AppError } from '#lib/errors.ts';
import { asAppError } from '#server/failures.ts';
import type { Runtime } from '#server/runtime.ts';
import { sendConsent } from './family-consent.ts';
import type { OwnConsentFields } from './own-consent.ts';
import { OwnConsentInput } from './own-consent.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Why an answer was not taken. What was typed and chosen is shown again. */
interface ConsentRefusal {
  status: number;
  retryAfter?: number | undefined;
  errors: FieldErrors;
  fields: OwnConsentFields;
}

/**
 * A family's form (contract.md#residents-and-families). @returns null when the page shows the rest
 * @throws AppError 401, 415
 */
export async function receiveConsent(
  rt: Runtime,
  link: Link,
  request: Request,
): Promise<ConsentRefusal | null> {
  if (!request.headers.get('content-type')?.startsWith(FORM)) {
    throw new AppError(415, '写真についてのページから、もう一度お試しください。');
  }
  const fields = Object.fromEntries(new URLSearchParams(await request.text()));
  const input = OwnConsentInput.safeParse(fields);
  if (!input.success) {
    const errors: FieldErrors = {};
    for (const { path, message } of input.error.issues) errors[String(path[0])] ??= [message];
    return { status: 422, errors, fields };
  }
  const refused = await sendConsent(rt, link, input.data).catch(laterOrThrow);
  if (!(refused instanceof AppError)) return null;
  const { status, retryAfter } = refused;
  return { status, retryAfter, errors: {}, fields };
}

/** Of an answer that may be sent again later, nothing must be lost. @throws any other error */
function laterOrThrow(thrown: unknown): AppError {
  const error = asAppError(thrown);
  if (error instanceof AppError && [429, 503, 507].includes(error.status)) return error;
  throw error;
}
