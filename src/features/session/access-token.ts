import { TimeSpan } from 'oslo';
import { createJWT, validateJWT } from 'oslo/jwt';
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
