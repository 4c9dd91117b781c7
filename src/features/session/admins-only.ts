import type { APIContext } from 'astro';
import type { Actor } from './session.ts';
import { ADMINS_ONLY_COOKIE } from './session.ts';

type Context = Pick<APIContext, 'cookies'>;

const LIFETIME_SECONDS = 60;

/** Remembers for the photo page that general staff asked for an admin page. */
export const noteAdminsOnly = ({ cookies }: Context): void =>
  cookies.set(ADMINS_ONLY_COOKIE, '1', {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: LIFETIME_SECONDS,
  });

/** Whether the photo page has to say so; true once. */
export function takeAdminsOnly({ cookies }: Context, { isAdmin }: Actor): boolean {
  if (!cookies.has(ADMINS_ONLY_COOKIE)) return false;
  cookies.delete(ADMINS_ONLY_COOKIE, { path: '/' });
  return !isAdmin;
}
