import type { APIContext, AstroCookies, AstroCookieSetOptions } from 'astro';
import { z } from 'zod';

/** Of this host only, over HTTPS only, out of reach of scripts. */
export const COOKIE_OPTIONS = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
} as const satisfies AstroCookieSetOptions;

export type CookieContext = Pick<APIContext, 'cookies' | 'url'>;

/**
 * A cookie's name, but for the two that the specification names. Behind HTTPS, which PUBLIC_URL
 * says (`http/take-request.ts`), the prefix lets browsers keep it with these options only (RFC
 * 6265bis 4.1.3.2): no other host of the domain can set it.
 */
export const cookieName = ({ protocol }: Pick<URL, 'protocol'>, name: string): string =>
  protocol === 'https:' ? `__Host-${name}` : name;

/** What only says yes. */
export const Flag = z.literal('1');

/** A text that the server wrote, whose length is bounded before anything reads it (P32). */
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
  { cookies, url }: CookieContext,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void => cookies.set(cookieName(url, name), value, { ...COOKIE_OPTIONS, maxAge: seconds });

export const dropCookie = ({ cookies, url }: CookieContext, name: string): void =>
  cookies.delete(cookieName(url, name), COOKIE_OPTIONS);
