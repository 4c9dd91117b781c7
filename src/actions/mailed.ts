import type { APIContext } from 'astro';
import { MAILED_COOKIE } from '#domains/account/session/session.ts';

const LIFETIME_SECONDS = 10 * 60;

type Context = Pick<APIContext, 'cookies'>;

interface Mailed {
  context: Context;
  fields: { email: string };
}

/** Lets the next page show the address, so that a typo is noticed. */
export const rememberMailed = ({ context, fields }: Mailed): void =>
  context.cookies.set(MAILED_COOKIE, fields.email, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: LIFETIME_SECONDS,
  });

export const mailedTo = ({ cookies }: Context): string => cookies.get(MAILED_COOKIE)?.value ?? '';
