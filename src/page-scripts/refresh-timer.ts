import { paths } from '#lib/paths.ts';
import { ApiError, refreshTokens } from '#client/api-client.ts';
import { logFailure } from '#client/log-failure.ts';

/** Share of the token's lifetime (domain.md#signing-in). */
const REFRESH_SHARE = 0.75;
const REFRESH_MIN_MS = 10_000;
const REFRESH_DEFAULT_MS = 675_000;

const UNAUTHORIZED = 401;
/** Network and server errors do not sign out. */
const RETRY_MS = [10_000, 20_000, 40_000, 60_000];

/** @param remainingMs null if unknown */
function refreshDelay(remainingMs: number | null): number {
  if (remainingMs === null) return REFRESH_DEFAULT_MS;
  if (remainingMs <= 0) return 0;
  return Math.max(remainingMs * REFRESH_SHARE, REFRESH_MIN_MS);
}

/** By the token's own claims: the device's clock may be wrong. @throws Error if undecodable */
function lifetimeOf(accessToken: string): number {
  const part = accessToken.split('.')[1] ?? '';
  const payload: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  const { iat, exp } = payload as { iat?: unknown; exp?: unknown };
  if (typeof iat !== 'number' || typeof exp !== 'number') throw new Error('the token has no exp');
  return (exp - iat) * 1000;
}

/** Only a refused or invalid token signs out. @param remainingMs of the page's access token */
export function startRefreshTimer(remainingMs: number | null): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;
  let failures = 0;

  const schedule = (delay: number): void => {
    clearTimeout(timer);
    dueAt = Date.now() + delay;
    timer = setTimeout(() => void renew(), delay);
  };
  const renew = async (): Promise<void> => {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    try {
      const token = await refreshTokens();
      failures = 0;
      schedule(refreshDelay(decoded(token)));
    } catch (error) {
      if (error instanceof UndecodableToken) signOut();
      else if (!(error instanceof ApiError && error.status === UNAUTHORIZED)) {
        schedule(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0);
      }
    }
  };
  /** A sleeping phone stops timers. */
  const catchUp = (): void => {
    if (document.visibilityState === 'visible' && Date.now() >= dueAt) void renew();
  };

  document.addEventListener('visibilitychange', catchUp);
  addEventListener('pageshow', catchUp);
  addEventListener('online', () => {
    if (failures > 0) void renew();
  });
  schedule(refreshDelay(remainingMs));
}

class UndecodableToken extends Error {}

function decoded(token: string): number {
  try {
    return lifetimeOf(token);
  } catch (error) {
    logFailure('Error while decoding token', error);
    throw new UndecodableToken();
  }
}

function signOut(): void {
  const leave = (): void => location.assign(paths.login);
  fetch(paths.api.logout, { method: 'POST', credentials: 'same-origin' }).then(leave, leave);
}
