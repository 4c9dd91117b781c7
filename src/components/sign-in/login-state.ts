import type { FormState } from '#components/form/form-state.ts';

/** Of the second step that is asked for; undefined to begin with the password. */
export const ticketOf = (
  asked: { ticket: string } | null | undefined,
  second: FormState,
): string | undefined =>
  asked?.ticket ?? (second.status === 401 ? undefined : second.typed('ticket'));

/** The form whose refusal is shown; the last one if none was refused. */
export const refusedOf = (...forms: [...FormState[], FormState]): FormState =>
  forms.find(({ refusal }) => refusal) ?? (forms.at(-1) as FormState);
