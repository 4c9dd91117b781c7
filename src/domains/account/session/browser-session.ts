import type { IncomingMessage } from 'node:http';
import type { APIContext } from 'astro';
import type { Assertion } from '#domains/account/passkey/passkey.ts';
import type { Asked, SecondStepInput } from '#domains/account/second-step/second-step.ts';
import { Accepted } from '#server/call.ts';
import type { CookieContext } from '#server/cookies.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ClientContext } from './client-of.ts';
import { clientOf, issueDevice, knownDevice, readDeviceCookie } from './client-of.ts';
import type { SignedOut } from './session-cookies.ts';
import {
  clearTokenCookies,
  readTokenCookie,
  setDeviceCookie,
  setRememberedCookie,
  setTokenCookies,
  withoutBearer,
} from './session-cookies.ts';
import type { Actor, LoginInput, TokenPair } from './session.ts';
import { ACCESS_COOKIE, REFRESH_COOKIE } from './session.ts';
import { loginByPasskey, loginByPassword, loginBySecondStep } from './login.ts';
import { authenticate, authenticateByRefreshToken, logout } from './session-lifecycle.ts';

/**
 * Signs in, and keeps the tokens in this browser; or asks for the second step.
 * @throws AppError as `loginByPassword`
 */
export async function signIn(
  rt: Runtime,
  context: ClientContext,
  input: LoginInput,
): Promise<TokenPair | Accepted<Asked>> {
  const result = await loginByPassword(rt, input, clientOf(context));
  if ('asked' in result) {
    if (result.isKnown) rememberDevice(rt, context, input.email, true);
    return new Accepted(result.asked);
  }
  return keepSignedIn(rt, context, { tokens: result.tokens, email: input.email });
}

/** After the password. @throws AppError as `loginBySecondStep` */
export async function signInBySecondStep(
  rt: Runtime,
  context: ClientContext,
  input: SecondStepInput,
): Promise<TokenPair> {
  const { remembered, ...signedIn } = await loginBySecondStep(rt, input, clientOf(context));
  if (remembered !== null) setRememberedCookie(context, remembered);
  return keepSignedIn(rt, context, signedIn);
}

/** By a passkey. @throws AppError as `loginByPasskey` */
export const signInByPasskey = async (
  rt: Runtime,
  context: ClientContext,
  { response }: { response: Assertion },
): Promise<TokenPair> =>
  keepSignedIn(rt, context, await loginByPasskey(rt, response, clientOf(context)));

/** Keeps a new session in this browser, which from now on is known for that address. */
export function keepSignedIn(
  rt: Pick<Runtime, 'clock' | 'secrets'>,
  context: ClientContext,
  { tokens, email }: { tokens: TokenPair; email: string },
): TokenPair {
  setTokenCookies(context, tokens, rt.clock.now());
  rememberDevice(rt, context, email);
  return tokens;
}

/**
 * From now on this browser is known for that address.
 * @param isAnew by a mailed link: whatever was tried here before counts no more
 */
export function rememberDevice(
  { secrets }: Pick<Runtime, 'secrets'>,
  context: CookieContext,
  email: string,
  isAnew = false,
): void {
  const kept = readDeviceCookie(context);
  if (isAnew || !knownDevice(secrets, kept, email))
    setDeviceCookie(context, issueDevice(secrets, email, kept));
}

/** By refresh token too: a waking phone loads pictures before it renews the access token. */
export async function actorOfRequest(rt: Runtime, req: IncomingMessage): Promise<Actor | null> {
  const header = withoutBearer(req.headers.authorization);
  if (header) return authenticate(rt, header);
  const cookies = req.headers.cookie ?? '';
  const access = withoutBearer(cookieIn(cookies, ACCESS_COOKIE));
  const actor = access ? await authenticate(rt, access) : null;
  if (actor) return actor;
  const refresh = withoutBearer(cookieIn(cookies, REFRESH_COOKIE));
  return refresh ? authenticateByRefreshToken(rt, refresh) : null;
}

function cookieIn(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name)
      return part
        .slice(at + 1)
        .trim()
        .replace('%20', ' ');
  }
  return null;
}

/** Ends the session of this request, whether from header or cookie, and clears the cookies. */
export async function signOut(
  rt: Runtime,
  context: SignedOut & Pick<APIContext, 'request'>,
): Promise<void> {
  const { cookies, request } = context;
  const bearer = withoutBearer(request.headers.get('authorization'));
  await logout(rt, {
    accessToken: bearer ?? withoutBearer(readTokenCookie(cookies, ACCESS_COOKIE)),
    refreshToken: bearer ? null : withoutBearer(readTokenCookie(cookies, REFRESH_COOKIE)),
  });
  clearTokenCookies(context);
}
