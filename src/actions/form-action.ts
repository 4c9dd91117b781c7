import type { APIContext } from 'astro';
import type { ActionClient } from 'astro:actions';
import { ActionError, defineAction } from 'astro:actions';
import type { z } from 'zod';
import type { FieldErrors } from '#lib/errors.ts';
import { AppError, asAppError } from '#lib/errors.ts';
import { currentRequest } from '#server/request-context.ts';

type ActionContext = Pick<APIContext, 'cookies' | 'locals' | 'request' | 'url'>;

interface FormAction<Input extends z.ZodObject, Actor, Output> {
  input: Input;
  /** Any action can be posted to any page, so the guard belongs to the action. */
  guard: (context: ActionContext) => Actor | Promise<Actor>;
  run: (call: {
    input: z.output<Input>;
    actor: Actor;
    context: ActionContext;
  }) => Promise<Output> | Output;
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

/** The only way to create an action: guard, schema, one service call, error mapping. */
export function formAction<Input extends z.ZodObject, Actor, Output>({
  input,
  guard,
  run,
}: FormAction<Input, Actor, Output>): ActionClient<Output, 'form', Input> & string {
  const handler = async (value: z.output<Input>, context: ActionContext): Promise<Output> => {
    try {
      const actor = await guard(context);
      return await run({ input: value, actor, context });
    } catch (error) {
      throw toActionError(error);
    }
  };
  // Astro's handler type cannot be resolved for a generic schema.
  return defineAction<Output, 'form', Input>({ accept: 'form', input, handler: handler as never });
}

function toActionError(thrown: unknown): ActionError {
  const error = asAppError(thrown);
  if (error instanceof AppError) {
    if (error.errors && Object.keys(error.errors).length > 0) return new FieldError(error.errors);
    const code = CODES[error.status] ?? 'BAD_REQUEST';
    return new ActionError({ code, message: error.message });
  }
  const request = currentRequest();
  request?.log.error({ err: error }, 'unexpected error in an action');
  return new ActionError({
    code: 'INTERNAL_SERVER_ERROR',
    message: `システムエラーが起きました。時間をおいてお試しください。（番号: ${request?.id ?? '-'}）`,
  });
}

/** A field error from a service is shown like one from the schema. */
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
