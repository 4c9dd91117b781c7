import type { APIContext } from 'astro';
import type { Runtime } from '#server/runtime.ts';
import { rememberDevice } from '#features/session/sign-in.server.ts';
import { confirmEmailChange } from './email.service.ts';

type Context = Pick<APIContext, 'cookies' | 'locals'>;

/** Confirms a change of address; this browser stays signed in. @throws AppError as the service */
export async function changeEmail(
  rt: Runtime,
  { cookies, locals }: Context,
  token: string,
): Promise<{ email: string }> {
  const { actor } = locals;
  const { email, staffId } = await confirmEmailChange(rt, token, actor);
  if (actor?.id === staffId) rememberDevice(rt, { cookies }, email);
  return { email };
}
