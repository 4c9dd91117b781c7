import type { IncomingMessage } from 'node:http';
import type { APIContext } from 'astro';
import type { Runtime } from '#server/runtime.ts';
import { clientOf, issueDevice, knownDevice } from './client.ts';
import type { SignedOut } from './cookies.ts';
import { clearTokenCookies, setDeviceCookie, setTokenCookies, withoutBearer } from './cookies.ts';
import type { Actor, LoginInput, TokenPair } from './session.ts';
import { ACCESS_COOKIE, DEVICE_COOKIE, REFRESH_COOKIE } from './session.ts';
import { authenticate, authenticateByRefreshToken, login, logout } from './sessions.ts';

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

/** By refresh token too: a waking phone loads pictures before it renews the access token. */
export async function actorOfRequest(rt: Runtime, req: IncomingMessage): Promise<Actor | null> {
  const header = withoutBearer(req.headers.authorization);
  if (header) return authenticate(rt, header);
  const cookies = req.headers.cookie ?? '';
  const access = withoutBearer(readCookie(cookies, ACCESS_COOKIE));
  const actor = access ? await authenticate(rt, access) : null;
  if (actor) return actor;
  const refresh = withoutBearer(readCookie(cookies, REFRESH_COOKIE));
  return refresh ? authenticateByRefreshToken(rt, refresh) : null;
}

function readCookie(header: string, name: string): string | null {
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
    accessToken: bearer ?? withoutBearer(cookies.get(ACCESS_COOKIE)?.value),
    refreshToken: bearer ? null : withoutBearer(cookies.get(REFRESH_COOKIE)?.value),
  });
  clearTokenCookies(context);
}
