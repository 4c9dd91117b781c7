import type { APIContext } from 'astro';
import { runtime } from '#server/runtime.ts';
import { clearTokenCookies, withoutBearer } from './session-cookies.ts';
import { logout } from './session.service.ts';
import { ACCESS_COOKIE, REFRESH_COOKIE } from './session.ts';

export async function signOut({
  cookies,
  request,
}: Pick<APIContext, 'cookies' | 'request'>): Promise<void> {
  const bearer = withoutBearer(request.headers.get('authorization'));
  await logout(await runtime(), {
    accessToken: bearer ?? withoutBearer(cookies.get(ACCESS_COOKIE)?.value),
    refreshToken: bearer ? null : withoutBearer(cookies.get(REFRESH_COOKIE)?.value),
  });
  clearTokenCookies(cookies);
}
