import type { Secrets } from '#server/secrets.ts';
import { hashToken } from '#server/secrets.ts';

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
