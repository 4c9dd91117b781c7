import type { ActionClient } from 'astro:actions';
import { ActionError, defineAction } from 'astro:actions';
import { z } from 'zod';
import type { FieldErrors } from '#lib/errors.ts';
import { AppError } from '#lib/errors.ts';
import { asAppError } from '#server/failures.ts';
import type { Act, AnyCall, Asked, CallContext, HalfOf, OutputOf } from '#server/call.ts';
import { Accepted } from '#server/call.ts';
import { currentRequest } from '#server/request-context.ts';
import { runtime } from '#server/runtime.ts';

export interface Guarded {
  act: Act;
  guard: (context: CallContext) => unknown;
}

type FormAction<Answer, Fields extends z.ZodType> = ActionClient<Answer, 'form', Fields> &
  Guarded &
  string;
type SchemaOf<C extends AnyCall> = NonNullable<C['input']>;

/** What follows a successful call; the page gets only the returned value. */
type Done<C extends AnyCall, Fields, Answer> = (done: {
  output: OutputOf<C>;
  fields: Fields;
  context: CallContext;
}) => Answer;

/** With fields other than the call's input, says how to convert them. */
type Form<C extends AnyCall, Fields extends z.ZodType, Answer> = {
  done?: Done<C, z.output<Fields>, Answer>;
} & (
  | { fields?: undefined; toCall?: undefined }
  | {
      fields: Fields;
      toCall: (fields: z.output<Fields>) => {
        id?: string;
        ids?: string[];
        input?: z.output<SchemaOf<C>>;
      };
    }
);

/** A form that is no call of the API. */
interface OwnCall<Actor, Fields extends z.ZodObject, Output> {
  /** None: there is only a button. */
  input?: Fields;
  guard: (context: CallContext) => Actor | Promise<Actor>;
  run: (asked: Asked<Actor, z.output<Fields>>) => Promise<Output> | Output;
}

interface AnyForm {
  fields?: z.ZodType | undefined;
  toCall?: ((fields: never) => { id?: string; ids?: string[]; input?: unknown }) | undefined;
  done?: (done: never) => unknown;
}

type AnyFormCall = Pick<AnyCall, 'run'> & {
  input?: z.ZodType;
  guard: (context: CallContext) => unknown;
};

/**
 * The only way to make an action. Any action can be posted to any page: the guard is the call's, and
 * what it asks is too.
 */
export function formAction<
  C extends AnyCall,
  Fields extends z.ZodType = SchemaOf<C>,
  Answer = undefined,
>(call: C, form?: Form<C, Fields, Answer>): FormAction<Answer | HalfOf<C>, Fields>;
export function formAction<Actor, Output, Fields extends z.ZodObject = z.ZodObject>(
  act: Act,
  call: OwnCall<Actor, Fields, Output>,
): FormAction<Output, Fields>;
export function formAction(first: AnyCall | Act, second?: AnyForm | AnyFormCall): unknown {
  const isCall = 'run' in first;
  const call = (isCall ? first : second) as AnyFormCall;
  const form = ((isCall && second) || {}) as AnyForm;
  const act = isCall ? first.act : first;
  const handler = async (fields: never, context: CallContext): Promise<unknown> => {
    try {
      const actor = await call.guard(context);
      const { id = '', ids = [], input } = form.toCall?.(fields) ?? { input: fields };
      if (actor) context.locals.requireFresh?.(act, { input, id: id || idIn(fields) });
      const asked = { rt: await runtime(), actor, id, ids, input, context };
      const output = await call.run(asked as never);
      if (output instanceof Accepted) return output.body;
      if (!('output' in call)) return output;
      return form.done?.({ output, fields, context } as never);
    } catch (error) {
      throw toActionError(error);
    }
  };
  const input = form.fields ?? formOf(call.input);
  const action = defineAction({ accept: 'form', input, handler: handler as never });
  return Object.assign(action, { act, guard: call.guard });
}

/** For a call that takes an id alone. */
export const byId = <Fields extends z.ZodType<{ id: string }>>(fields: Fields) => ({
  fields,
  toCall: ({ id }: z.output<Fields>) => ({ id }),
});

/** For fields that are the call's input as they are. */
export const asInput = <Fields extends z.ZodType>(fields: Fields) => ({
  fields,
  toCall: (input: z.output<Fields>) => ({ input }),
});

const idIn = ({ id }: { id?: unknown }): string => (typeof id === 'string' ? id : '');

/** Browsers may add fields, which the API would refuse. */
function formOf(input?: z.ZodType): z.ZodObject {
  if (!(input instanceof z.ZodObject)) return z.object({});
  return input.def.catchall instanceof z.ZodNever ? input.strip() : input;
}

const CODES: Record<number, ActionError['code']> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
  507: 'INSUFFICIENT_STORAGE',
};

function toActionError(thrown: unknown): ActionError {
  const error = asAppError(thrown);
  if (error instanceof AppError) {
    if (error.errors && Object.keys(error.errors).length > 0) return new FieldError(error.errors);
    const code = CODES[error.status] ?? 'BAD_REQUEST';
    return new ActionError({ code, message: error.message });
  }
  const request = currentRequest();
  request?.tell(error, 'unexpected error in an action');
  return new ActionError({
    code: 'INTERNAL_SERVER_ERROR',
    message: `システムエラーが起きました。時間をおいてお試しください。（番号: ${request?.id ?? '-'}）`,
  });
}

/** A service's field error, shown like one from the schema. */
class FieldError extends ActionError {
  // Astro's client recognises input errors by this name.
  override type = 'AstroActionInputError';
  readonly issues: { path: string[]; message: string }[];
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors) {
    super({ code: 'BAD_REQUEST' });
    this.fields = fields;
    this.issues = Object.entries(fields).flatMap(([name, texts]) =>
      texts.map((message) => ({ path: [name], message })),
    );
  }
}
