import type { AstroGlobal } from 'astro';
import { isInputError } from 'astro:actions';

export interface FormState {
  done: boolean;
  refusal: string | undefined;
  status: number | undefined;
  errors: Record<string, string[] | undefined>;
  typed: (name: string) => string | undefined;
  /** What was typed, or the stored value, with its errors. */
  field: <Value extends string | null | undefined>(
    name: string,
    value?: Value,
  ) => { name: string; value: string | Value; errors: string[] | undefined };
  sent: FormData | undefined;
}

type Result = { error: unknown } | undefined;

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
    // A page may look up what a refused form sent, and not every database takes a NUL.
    return typeof value === 'string' ? value.replaceAll('\0', '') : undefined;
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

/** From a copy: a consumed body breaks rendering. Unreadable forms were refused by the action. */
const fieldsOf = (request: Request): Promise<FormData | undefined> =>
  request
    .clone()
    .formData()
    .catch(() => undefined);

/** The texts of a form, as a query has them. */
export const textsOf = (sent: FormData): [string, string][] =>
  [...sent].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
