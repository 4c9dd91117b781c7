import type { Env } from '#server/env.ts';

/** The site as authenticators know it. */
export interface RelyingParty {
  /** The host: passkeys are bound to it. */
  id: string;
  origin: string;
}

/** null where browsers make no passkeys: at an address of numbers, or without HTTPS. */
export function relyingParty({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(PUBLIC_URL);
  const isNumeric = /^[\d.]+$|^\[/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && !isNumeric ? { id: hostname, origin } : null;
}
