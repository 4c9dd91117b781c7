import type { APIContext, AstroCookieSetOptions } from 'astro';

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

export const readCookie = ({ cookies, url }: CookieContext, name: string): string | null =>
  cookies.get(cookieName(url, name))?.value ?? null;

export const keepCookie = (
  { cookies, url }: CookieContext,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void => cookies.set(cookieName(url, name), value, { ...COOKIE_OPTIONS, maxAge: seconds });

export const dropCookie = ({ cookies, url }: CookieContext, name: string): void =>
  cookies.delete(cookieName(url, name), COOKIE_OPTIONS);
