import type { APIContext } from 'astro';
import { AppError, unauthorized } from '#lib/errors.ts';
import { STAFF_HEADER } from '#lib/paths.ts';
import {
  setTokenCookies,
  clearTokenCookies,
  readTokenCookie,
  withoutBearer,
} from '#domains/account/session/session-cookies.ts';
import { authenticate, refresh } from '#domains/account/session/session-lifecycle.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { ACCESS_COOKIE, REFRESH_COOKIE } from '#domains/account/session/session.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { runtime } from '#server/runtime.ts';

/** By bearer header (other clients) or cookies (our pages). */
export async function findActor(context: APIContext): Promise<Actor | null> {
  const { cookies, request, url } = context;
  const rt = await runtime();
  const bearer = withoutBearer(request.headers.get('authorization'));
  if (bearer) return authenticate(rt, bearer);
  const access = withoutBearer(readTokenCookie(cookies, ACCESS_COOKIE));
  const actor = access ? await authenticate(rt, access) : null;
  const isPage = !url.pathname.startsWith('/api/');
  if (actor && !isPage) requireSamePerson(actor, request);
  const kept = withoutBearer(readTokenCookie(cookies, REFRESH_COOKIE));
  return actor ?? (isPage && kept ? refreshForPage(rt, context, kept) : null);
}

/** A page left open on a shared device must not act in the next person's name. */
function requireSamePerson({ id }: Actor, { headers }: Request): void {
  const asked = headers.get(STAFF_HEADER);
  if (asked === null || asked === id) return;
  throw unauthorized(
    '別の方がログインしています。この画面を開いた方が、もう一度ログインしてください。',
  );
}

/** Refreshes an expired access token without a redirect. */
async function refreshForPage(
  rt: Runtime,
  context: APIContext,
  refreshToken: string,
): Promise<Actor | null> {
  try {
    const tokens = await refresh(rt, refreshToken);
    setTokenCookies(context, tokens, rt.clock.now());
    return await authenticate(rt, tokens.access_token);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    currentRequest()?.log.info('Error while refreshing token');
    clearTokenCookies(context);
    return null;
  }
}
