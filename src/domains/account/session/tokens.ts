import { TimeSpan } from 'oslo';
import { createJWT, validateJWT } from 'oslo/jwt';
import type { Secrets } from '#server/secrets.ts';
import { hashToken } from '#server/secrets.ts';
import { ACCESS_TOKEN_SECONDS } from './session.ts';

interface AccessClaims {
  staffId: string;
  sessionId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** A JWT with `sub`, `sid`, `iat` and `exp` (contract.md#authentication). */
export const issueAccessToken = (
  key: ArrayBuffer,
  { staffId, sessionId }: Omit<AccessClaims, 'expiresAt'>,
): Promise<string> =>
  createJWT(
    'HS256',
    key,
    { sid: sessionId },
    {
      subject: staffId,
      expiresIn: new TimeSpan(ACCESS_TOKEN_SECONDS, 's'),
      includeIssuedTimestamp: true,
    },
  );

/** @returns null if invalid, expired, or without some claim: oslo accepts one without `exp` */
export async function readAccessToken(
  key: ArrayBuffer,
  token: string,
): Promise<AccessClaims | null> {
  try {
    const jwt = await validateJWT('HS256', key, token);
    const sessionId = (jwt.payload as { sid?: unknown }).sid;
    if (!jwt.expiresAt || !jwt.subject || typeof sessionId !== 'string') return null;
    return {
      staffId: jwt.subject,
      sessionId,
      expiresAt: Math.floor(jwt.expiresAt.getTime() / 1000),
    };
  } catch {
    return null;
  }
}

/**
 * A refresh token is `<session token>.<generation>.<signature>`. Only the server can sign the next
 * generation, so one counter detects reuse and successors need not be stored.
 */
interface RefreshClaims {
  sessionId: string;
  generation: number;
  sessionToken: string;
}

const PURPOSE = 'refresh';

export function issueRefreshToken(
  secrets: Secrets,
  sessionToken: string,
  generation: number,
): string {
  const sessionId = hashToken(sessionToken);
  return `${sessionToken}.${generation}.${secrets.sign(PURPOSE, sessionId, generation)}`;
}

export function readRefreshToken(secrets: Secrets, token: string): RefreshClaims | null {
  const match = /^([A-Za-z0-9]{20,64})\.(\d{1,9})\.([\w-]{22})$/.exec(token);
  const [, sessionToken, digits, signature] = match ?? [];
  if (!sessionToken || !digits || !signature) return null;
  const sessionId = hashToken(sessionToken);
  const generation = Number(digits);
  if (!secrets.verify(signature, PURPOSE, sessionId, generation)) return null;
  return { sessionId, generation, sessionToken };
}
