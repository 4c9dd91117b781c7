import type { AstroGlobal } from 'astro';
import { isInputError } from 'astro:actions';

/** What a page knows of the form that was just sent to it. */
export interface FormState {
  /** The action did its work. */
  done: boolean;
  /** A refusal that belongs to no field. */
  refusal: string | undefined;
  status: number | undefined;
  errors: Record<string, string[] | undefined>;
  /** What was typed, to be shown again; passwords are never asked for. */
  typed: (name: string) => string | undefined;
  /** For the control of that name: what was typed, else what there is, and its faults. */
  field: <Value extends string | null | undefined>(
    name: string,
    value?: Value,
  ) => { name: string; value: string | Value; errors: string[] | undefined };
  sent: FormData | undefined;
}

type Result = { error: unknown } | undefined;

/** Reads an action's result and what was typed. */
export async function readForm(
  { request }: Pick<AstroGlobal, 'request'>,
  result: Result,
): Promise<FormState> {
  const error = result?.error as { message: string; status?: number } | undefined;
  const fields = isInputError(error) ? (error.fields as FormState['errors']) : undefined;
  const sent = result ? await fieldsOf(request) : undefined;
  const errors: FormState['errors'] = fields ?? {};
  const typed = (name: string): string | undefined => {
    const value = sent?.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    done: result !== undefined && !error,
    refusal: error && !fields ? error.message : undefined,
    status: error && !fields ? error.status : undefined,
    errors,
    typed,
    field: (name, value) => ({
      name,
      value: typed(name) ?? (value as never),
      errors: errors[name],
    }),
    sent,
  };
}

/**
 * A copy is read: islands of the page ask for the same body, and one that was read stops the page
 * half-way. What is no form at all was refused by the action, and has no fields to show again.
 */
const fieldsOf = (request: Request): Promise<FormData | undefined> =>
  request
    .clone()
    .formData()
    .catch(() => undefined);
