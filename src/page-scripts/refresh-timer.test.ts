import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#lib/paths.ts';
import { startRefreshTimer } from './refresh-timer.ts';

const MINUTE = 60_000;
const claims = (payload: object): string =>
  `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;
const token = claims({ iat: 1000, exp: 1900 });

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const assign = vi.fn();
const listeners = new Map<string, () => void>();
const log = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  assign.mockReset();
  log.mockReset();
  const listen = (name: string, run: () => void) => void listeners.set(name, run);
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { assign, pathname: '/adminstaff/mypage', search: '' });
  vi.stubGlobal('addEventListener', listen);
  vi.stubGlobal('document', {
    addEventListener: listen,
    visibilityState: 'visible',
    querySelectorAll: () => [],
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(console, 'error').mockImplementation(log);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answers = (status: number, body: object): void =>
  void fetched.mockImplementation(() => Promise.resolve(Response.json(body, { status })));
const refreshes = (): number =>
  fetched.mock.calls.filter(([path]) => path === paths.api.refresh).length;

/** How long after now the page asks for the next token. */
async function delayUntilNext(): Promise<number> {
  const before = refreshes();
  const begun = Date.now();
  while (refreshes() === before) await vi.advanceTimersToNextTimerAsync();
  return Date.now() - begun;
}

describe('the delay', () => {
  it.each([
    [15 * MINUTE, 675_000],
    [12_000, 10_000],
    [1, 10_000],
    [0, 0],
    [-5000, 0],
    [null, 675_000],
  ])('with %s ms left is %s ms', async (remaining, delay) => {
    answers(200, { access_token: token });
    startRefreshTimer(remaining);
    expect(await delayUntilNext()).toBe(delay);
  });

  it.each([
    [token, 675_000],
    [claims({ iat: 1, exp: 61, n: 'ÿ>?' }), 45_000],
  ])("follows the token's claims, in any base64", async (next, delay) => {
    answers(200, { access_token: next });
    startRefreshTimer(0);
    await delayUntilNext();
    expect(await delayUntilNext()).toBe(delay);
  });
});

describe('an open page', () => {
  it('renews at three quarters, repeatedly', async () => {
    answers(200, { access_token: token });
    startRefreshTimer(8 * MINUTE);
    await vi.advanceTimersByTimeAsync(6 * MINUTE - 1);
    expect(refreshes()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(refreshes()).toBe(1);
    await vi.advanceTimersByTimeAsync(675_000);
    expect(refreshes()).toBe(2);
    expect(assign).not.toHaveBeenCalled();
  });

  it('renews at once if the token has expired', async () => {
    answers(200, { access_token: token });
    startRefreshTimer(-1);
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes()).toBe(1);
  });

  it('is left if the token is refused, which is logged', async () => {
    answers(401, { msg: 'x' });
    startRefreshTimer(0);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(refreshes()).toBe(1);
    expect(assign).toHaveBeenCalledWith('/adminstaff/mypage');
    expect(log.mock.calls[0]?.[0]).toContain('Error while refreshing token');
  });

  it.each(['', 'broken', 'x', 'a.b.c', claims({ exp: 1 })])(
    'signs out if %j cannot be decoded, which is logged',
    async (broken) => {
      answers(200, { access_token: broken });
      startRefreshTimer(0);
      await vi.advanceTimersByTimeAsync(60 * MINUTE);
      expect(fetched.mock.calls.at(-1)?.[0]).toBe(paths.api.logout);
      expect(assign).toHaveBeenCalledWith(paths.login);
      expect(log.mock.calls[0]?.[0]).toContain('Error while decoding token');
    },
  );

  it.each([
    ['a missing network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an error of the server', () => Promise.resolve(Response.json({ msg: '' }, { status: 502 }))],
    ['a busy server', () => Promise.resolve(Response.json({ msg: '' }, { status: 429 }))],
  ])('never signs out for %s, and keeps trying', async (_, fail) => {
    fetched.mockImplementation(fail);
    startRefreshTimer(0);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(refreshes()).toBeGreaterThan(3);
    expect(assign).not.toHaveBeenCalled();
    answers(200, { access_token: token });
    await vi.advanceTimersByTimeAsync(MINUTE);
    const before = refreshes();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(refreshes()).toBe(before);
  });

  it('renews at once when the network is back, or the phone wakes up', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    startRefreshTimer(0);
    await vi.advanceTimersByTimeAsync(0);
    answers(200, { access_token: token });
    listeners.get('online')?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes()).toBe(2);
    vi.setSystemTime(Date.now() + 20 * MINUTE);
    listeners.get('visibilitychange')?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes()).toBe(3);
  });
});
