import type { APIContext } from 'astro';
import { runtime } from '#server/runtime.ts';
import { rememberDevice } from '#features/session/sign-in.server.ts';
import { confirmEmailChange } from './email.service.ts';

type Context = Pick<APIContext, 'cookies' | 'locals'>;

/** Confirms a change of address; this browser stays signed in. @throws AppError as the service */
export async function changeEmail(
  { cookies, locals }: Context,
  token: string,
): Promise<{ email: string }> {
  const { actor } = locals;
  const { email, staffId } = await confirmEmailChange(await runtime(), token, actor);
  if (actor?.id === staffId) await rememberDevice({ cookies }, email);
  return { email };
}
