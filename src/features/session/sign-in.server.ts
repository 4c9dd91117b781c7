import type { APIContext } from 'astro';
import { runtime } from '#server/runtime.ts';
import { clientOf } from './client.server.ts';
import { issueDevice, knownDevice } from './device.server.ts';
import { setDeviceCookie, setTokenCookies } from './session-cookies.ts';
import { login } from './session.service.ts';
import type { LoginInput, TokenPair } from './session.ts';
import { DEVICE_COOKIE } from './session.ts';

type Context = Pick<APIContext, 'cookies' | 'request'>;

export async function signIn(context: Context, input: LoginInput): Promise<TokenPair> {
  const tokens = await login(await runtime(), input, clientOf(context));
  return keepSignedIn(context, { tokens, email: input.email });
}

/** Sets a new session's cookies and remembers the device. */
export async function keepSignedIn(
  context: Context,
  { tokens, email }: { tokens: TokenPair; email: string },
): Promise<TokenPair> {
  const { clock } = await runtime();
  setTokenCookies(context.cookies, tokens, clock.now());
  await rememberDevice(context, email);
  return tokens;
}

export async function rememberDevice(
  { cookies }: Pick<Context, 'cookies'>,
  email: string,
): Promise<void> {
  const { secrets } = await runtime();
  const kept = cookies.get(DEVICE_COOKIE)?.value ?? null;
  if (!knownDevice(secrets, kept, email))
    setDeviceCookie(cookies, issueDevice(secrets, email, kept));
}
