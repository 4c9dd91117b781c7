import { paths } from '#lib/paths.ts';
import { ApiError, refreshTokens } from '#client/api-client.ts';
import { logFailure } from '#client/log.ts';

/** The refresh timer of open admin pages (domain.md#signing-in). */
const REFRESH_SHARE = 0.75;
export const REFRESH_MIN_MS = 10_000;
export const REFRESH_DEFAULT_MS = 675_000;

const UNAUTHORIZED = 401;
/** After a network or server error, which does not sign the user out. */
const RETRY_MS = [10_000, 20_000, 40_000, 60_000];

/**
 * How long to wait with a token of this remaining lifetime.
 * @param remainingMs null when the page does not know
 */
export function refreshDelay(remainingMs: number | null): number {
  if (remainingMs === null) return REFRESH_DEFAULT_MS;
  if (remainingMs <= 0) return 0;
  return Math.max(remainingMs * REFRESH_SHARE, REFRESH_MIN_MS);
}

/**
 * The lifetime a new access token has from now on, by its own claims: the clock of the device may
 * be wrong.
 * @throws Error when it cannot be decoded
 */
export function lifetimeOf(accessToken: string): number {
  const part = accessToken.split('.')[1] ?? '';
  const payload = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as {
    iat?: unknown;
    exp?: unknown;
  };
  const { iat, exp } = payload;
  if (typeof iat !== 'number' || typeof exp !== 'number') throw new Error('the token has no exp');
  return (exp - iat) * 1000;
}

/**
 * Keeps an open page signed in. Only a token that is refused or cannot be decoded signs out; a
 * missing network never does.
 * @param remainingMs of the access token that the page was loaded with
 */
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
      if (error instanceof UndecodableToken) {
        signOut();
        return;
      }
      if (error instanceof ApiError && error.status === UNAUTHORIZED) return;
      schedule(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0);
    }
  };
  /** A phone in a pocket stops its timers, and a network may be back. */
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

/** Ends the session, whatever it still is, and goes where one signs in. */
function signOut(): void {
  const leave = (): void => location.assign(paths.login);
  fetch(paths.api.logout, { method: 'POST', credentials: 'same-origin' }).then(leave, leave);
}
