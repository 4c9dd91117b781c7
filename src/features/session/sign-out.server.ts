import type { APIContext } from 'astro';
import type { Runtime } from '#server/runtime.ts';
import type { SignedOut } from './session-cookies.ts';
import { clearTokenCookies, withoutBearer } from './session-cookies.ts';
import { logout } from './session.service.ts';
import { ACCESS_COOKIE, REFRESH_COOKIE } from './session.ts';

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
