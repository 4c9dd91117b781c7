import type { FormState } from '#components/form/form-state.ts';
import type { Asked } from '#domains/account/second-step/second-step.ts';

export interface Step {
  ticket: string;
  /** Else a passkey is the only way. */
  takesCode: boolean;
}

/** The second step that is asked for; undefined to begin with the password. */
export function stepOf(asked: Asked | null | undefined, second: FormState): Step | undefined {
  if (asked)
    return { ticket: asked.ticket, takesCode: asked.ways.some((way) => way !== 'passkey') };
  const ticket = second.status === 401 ? undefined : second.typed('ticket');
  return ticket === undefined ? undefined : { ticket, takesCode: true };
}

/** The form whose refusal is shown; the last one if none was refused. */
export const refusedOf = (...forms: [...FormState[], FormState]): FormState =>
  forms.find(({ refusal }) => refusal) ?? (forms.at(-1) as FormState);
