import type { APIContext } from 'astro';
import type { CookieContext } from '#server/cookies.ts';
import { dropCookie, keepCookie, readCookie, written } from '#server/cookies.ts';
import { noteAdminsOnly } from '#domains/account/session/session-cookies.ts';
import {
  REMEMBERED_PATH_COOKIE,
  REMEMBERED_PATH_MINUTES,
  isAdminStaff,
  isStaff,
} from '#domains/account/session/session.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { routeEntry } from './routes.ts';

/** Characters that browsers put into a path and that headers allow; the gate takes no longer one. */
const AdminPath = written(4096, /^\/adminstaff\/[!-[\]-~]*$/);

type Context = CookieContext & Pick<APIContext, 'request'>;

/** Remembers the page requested while signed out (domain.md#signing-in). */
export function rememberPath(context: Context): void {
  const { url, request } = context;
  if (request.method !== 'GET') return;
  keepCookie(context, {
    ...{ name: REMEMBERED_PATH_COOKIE, value: `${url.pathname}${url.search}` },
    seconds: REMEMBERED_PATH_MINUTES * 60,
  });
}

/** Once, and only a path that the user may open: no loops, no other sites. */
export function takeRememberedPath(context: Context, actor: Actor): string | null {
  const remembered = readCookie(context, REMEMBERED_PATH_COOKIE, AdminPath);
  if (remembered === null) return null;
  dropCookie(context, REMEMBERED_PATH_COOKIE);
  const { guards } = routeEntry(remembered.split('?', 1)[0] ?? '');
  const may =
    (guards.includes('staff') && isStaff(actor)) ||
    (guards.includes('adminstaff') && isAdminStaff(actor));
  if (!may) noteAdminsOnly(context);
  return may ? remembered : null;
}
