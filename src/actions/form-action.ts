import type { ActionAPIContext } from 'astro:actions';
import { ActionError, defineAction } from 'astro:actions';
import type { z } from 'astro/zod';
import { AppError } from '#lib/errors.ts';
import { currentRequest } from '#server/request-context.ts';

interface FormAction<Input extends z.ZodType, Actor, Output> {
  input: Input;
  /** Any action can be posted to any page, so the guard is here and not with the page. */
  guard: (context: ActionAPIContext) => Actor | Promise<Actor>;
  run: (call: {
    input: z.output<Input>;
    actor: Actor;
    context: ActionAPIContext;
  }) => Promise<Output> | Output;
}

const CODES = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
} as const;

/** The only way to make an action: guard, schema, one service call, one mapping of errors. */
export const formAction = <Input extends z.ZodType, Actor, Output>({
  input,
  guard,
  run,
}: FormAction<Input, Actor, Output>) =>
  defineAction({
    accept: 'form',
    input: input as never,
    async handler(value: z.output<Input>, context) {
      try {
        const actor = await guard(context);
        return await run({ input: value, actor, context });
      } catch (error) {
        throw toActionError(error);
      }
    },
  });

function toActionError(error: unknown): ActionError {
  if (error instanceof AppError) {
    const code = CODES[error.status as keyof typeof CODES] ?? 'BAD_REQUEST';
    return new ActionError({ code, message: error.message });
  }
  const request = currentRequest();
  request?.log.error({ err: error }, 'unexpected error in an action');
  return new ActionError({
    code: 'INTERNAL_SERVER_ERROR',
    message: `システムエラーが起きました。時間をおいてお試しください。（番号: ${request?.id ?? '-'}）`,
  });
}
