import { EmailInput, MAILED_COOKIE, MAILED_MINUTES } from '#domains/account/session/session.ts';
import type { CookieContext } from '#server/cookies.ts';
import { keepCookie, readCookie } from '#server/cookies.ts';

interface Mailed {
  context: CookieContext;
  fields: { email: string };
}

/** Lets the next page show the address, so that a typo is noticed. */
export const rememberMailed = ({ context, fields }: Mailed): void =>
  keepCookie(context, { name: MAILED_COOKIE, value: fields.email, seconds: MAILED_MINUTES * 60 });

export const mailedTo = (context: CookieContext): string =>
  readCookie(context, MAILED_COOKIE, EmailInput) ?? '';
