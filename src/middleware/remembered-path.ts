import type { APIContext } from 'astro';
import { noteAdminsOnly } from '#domains/account/session/cookies.ts';
import { isAdminStaff, isStaff, REMEMBERED_PATH_COOKIE } from '#domains/account/session/session.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { routeEntry } from './routes.ts';

const LIFETIME_SECONDS = 30 * 60;
/** Characters that browsers put into a path and that headers allow. */
const ADMIN_PATH = /^\/adminstaff\/[!-[\]-~]*$/;

type Context = Pick<APIContext, 'cookies' | 'url' | 'request'>;

/** Remembers the page requested while signed out (domain.md#signing-in). */
export function rememberPath({ cookies, url, request }: Context): void {
  if (request.method !== 'GET') return;
  cookies.set(REMEMBERED_PATH_COOKIE, `${url.pathname}${url.search}`, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: LIFETIME_SECONDS,
  });
}

/** Once, and only a path that the user may open: no loops, no other sites. */
export function takeRememberedPath(context: Context, actor: Actor): string | null {
  const { cookies } = context;
  const remembered = cookies.get(REMEMBERED_PATH_COOKIE)?.value;
  if (remembered === undefined) return null;
  cookies.delete(REMEMBERED_PATH_COOKIE, { path: '/' });
  if (!ADMIN_PATH.test(remembered)) return null;
  const { guards } = routeEntry(remembered.split('?', 1)[0] ?? '');
  const may =
    (guards.includes('staff') && isStaff(actor)) ||
    (guards.includes('adminstaff') && isAdminStaff(actor));
  if (!may) noteAdminsOnly(context);
  return may ? remembered : null;
}
