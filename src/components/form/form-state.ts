import type { AstroGlobal } from 'astro';
import { isInputError } from 'astro:actions';

/** State of a form after submission. */
export interface FormState {
  done: boolean;
  /** An error that belongs to no field. */
  refusal: string | undefined;
  status: number | undefined;
  errors: Record<string, string[] | undefined>;
  /** What was typed; passwords are never returned. */
  typed: (name: string) => string | undefined;
  sent: FormData | undefined;
}

type Result = { error: unknown } | undefined;

/** Reads an action's result and the typed values. */
export async function readForm(
  { request }: Pick<AstroGlobal, 'request'>,
  result: Result,
): Promise<FormState> {
  const error = result?.error as { message: string; status?: number } | undefined;
  const fields = isInputError(error) ? (error.fields as FormState['errors']) : undefined;
  const sent = result ? await fieldsOf(request) : undefined;
  return {
    done: result !== undefined && !error,
    refusal: error && !fields ? error.message : undefined,
    status: error && !fields ? error.status : undefined,
    errors: fields ?? {},
    sent,
    typed(name) {
      const value = sent?.get(name);
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/**
 * Reads a copy: islands read the same body, and a consumed body breaks rendering. Unreadable forms
 * were refused by the action and have no fields to show.
 */
const fieldsOf = (request: Request): Promise<FormData | undefined> =>
  request
    .clone()
    .formData()
    .catch(() => undefined);
