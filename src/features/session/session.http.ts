import type { IncomingMessage } from 'node:http';
import type { Runtime } from '#server/runtime.ts';
import { withoutBearer } from './session-cookies.ts';
import type { Actor } from './session.ts';
import { ACCESS_COOKIE, REFRESH_COOKIE } from './session.ts';
import { authenticate, authenticateByRefreshToken } from './session.service.ts';

/** By refresh token too: a waking phone loads pictures before it renews the access token. */
export async function actorOfRequest(rt: Runtime, req: IncomingMessage): Promise<Actor | null> {
  const header = withoutBearer(req.headers.authorization);
  if (header) return authenticate(rt, header);
  const cookies = req.headers.cookie ?? '';
  const access = withoutBearer(readCookie(cookies, ACCESS_COOKIE));
  const actor = access ? await authenticate(rt, access) : null;
  if (actor) return actor;
  const refresh = withoutBearer(readCookie(cookies, REFRESH_COOKIE));
  return refresh ? authenticateByRefreshToken(rt, refresh) : null;
}

function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name)
      return part
        .slice(at + 1)
        .trim()
        .replace('%20', ' ');
  }
  return null;
}
