import type { APIContext } from 'astro';
import { MAILED_COOKIE } from '#features/session/session.ts';

const LIFETIME_SECONDS = 10 * 60;

type Context = Pick<APIContext, 'cookies'>;

/** Lets the next page show where the mail went, so that typos are noticed. */
export const rememberMailed = ({ cookies }: Context, email: string): void =>
  cookies.set(MAILED_COOKIE, email, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: LIFETIME_SECONDS,
  });

export const mailedTo = ({ cookies }: Context): string => cookies.get(MAILED_COOKIE)?.value ?? '';
