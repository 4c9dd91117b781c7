import type { APIContext, AstroCookies, AstroCookieSetOptions } from 'astro';
import { z } from 'zod';
import { purposeOf } from './demo-folder.ts';

export type CookieContext = Pick<APIContext, 'cookies' | 'url'>;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Of this host only, over HTTPS only, out of reach of scripts. Safari takes no cookie "over HTTPS
 * only" from http://127.0.0.1, where the demo is: there, and nowhere else, it is left out.
 */
export const cookieOptions = (
  { url: { protocol, hostname } }: Pick<CookieContext, 'url'>,
  purpose = purposeOf(process.argv),
) =>
  ({
    path: '/',
    secure: !(purpose === 'demo' && protocol === 'http:' && LOOPBACK.test(hostname)),
    httpOnly: true,
    sameSite: 'lax',
  }) as const satisfies AstroCookieSetOptions;

/**
 * A cookie's name, but for the two that the specification names. Behind HTTPS, which PUBLIC_URL
 * says (`http/take-request.ts`), the prefix lets browsers keep it with these options only (RFC
 * 6265bis 4.1.3.2): no other host of the domain can set it.
 */
const cookieName = ({ protocol }: Pick<URL, 'protocol'>, name: string): string =>
  protocol === 'https:' ? `__Host-${name}` : name;

/** What only says yes. */
export const Flag = z.literal('1');

/** A text that the server wrote; its length is bounded before anything reads it (P32). */
export const written = (max: number, form: RegExp) =>
  z
    .string()
    .refine((text) => text.length <= max, { abort: true })
    .regex(form);

/** A token as `server/secrets.ts` makes it. */
export const Token = written(64, /^[A-Za-z0-9]+$/);

/**
 * What comes back from a browser may be anything: it is read like a field.
 * @returns null if there is none, or none of that form
 */
export const readCookie = (
  { cookies, url }: CookieContext,
  name: string,
  input: z.ZodType<string>,
): string | null => readNamed(cookies, cookieName(url, name), input);

/** By the name that the specification gives it. */
export const readNamed = (
  cookies: AstroCookies,
  name: string,
  input: z.ZodType<string>,
): string | null => input.safeParse(cookies.get(name)?.value).data ?? null;

export const keepCookie = (
  context: CookieContext,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void => {
  const options = { ...cookieOptions(context), maxAge: seconds };
  context.cookies.set(cookieName(context.url, name), value, options);
};

export const dropCookie = (context: CookieContext, name: string): void =>
  context.cookies.delete(cookieName(context.url, name), cookieOptions(context));
