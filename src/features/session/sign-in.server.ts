import type { APIContext } from 'astro';
import type { Runtime } from '#server/runtime.ts';
import { clientOf } from './client.server.ts';
import { issueDevice, knownDevice } from './device.server.ts';
import { setDeviceCookie, setTokenCookies } from './session-cookies.ts';
import { login } from './session.service.ts';
import type { LoginInput, TokenPair } from './session.ts';
import { DEVICE_COOKIE } from './session.ts';

type Context = Pick<APIContext, 'cookies' | 'request'>;

/** Signs in, and keeps the tokens in this browser. @throws AppError as `login` */
export async function signIn(rt: Runtime, context: Context, input: LoginInput): Promise<TokenPair> {
  const tokens = await login(rt, input, clientOf(context));
  return keepSignedIn(rt, context, { tokens, email: input.email });
}

/** Keeps a new session in this browser, which from now on is known for that address. */
export function keepSignedIn(
  rt: Pick<Runtime, 'clock' | 'secrets'>,
  context: Context,
  { tokens, email }: { tokens: TokenPair; email: string },
): TokenPair {
  setTokenCookies(context.cookies, tokens, rt.clock.now());
  rememberDevice(rt, context, email);
  return tokens;
}

/** From now on this browser is known for that address. */
export function rememberDevice(
  { secrets }: Pick<Runtime, 'secrets'>,
  { cookies }: Pick<Context, 'cookies'>,
  email: string,
): void {
  const kept = cookies.get(DEVICE_COOKIE)?.value ?? null;
  if (!knownDevice(secrets, kept, email))
    setDeviceCookie(cookies, issueDevice(secrets, email, kept));
}
