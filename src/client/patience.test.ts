import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#lib/paths.ts';
import { ApiError } from './api-client.ts';
import { $pause, withRetry } from './patience.ts';
import { $signedOut } from './signed-out.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const answer = (status: number, body: object = {}) => Response.json(body, { status });

/** Responses by path; undefined while unreachable. */
let server: Record<string, (() => Response) | undefined>;
let listeners: Map<string, Set<() => void>>;
const device = { onLine: true };
const tell = (name: string): void => listeners.get(name)?.forEach((run) => run());
const later = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  server = { [paths.health]: () => answer(200) };
  listeners = new Map();
  device.onLine = true;
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('addEventListener', (name: string, run: () => void) =>
    listeners.set(name, (listeners.get(name) ?? new Set()).add(run)),
  );
  vi.stubGlobal('removeEventListener', (name: string, run: () => void) =>
    listeners.get(name)?.delete(run),
  );
  vi.stubGlobal('document', { querySelector: () => ({ dataset: { account: 'me' } }) });
  vi.stubGlobal('fetch', (path: string) => {
    const say = server[path];
    return say ? Promise.resolve(say()) : Promise.reject(new TypeError('Failed to fetch'));
  });
});
afterEach(async () => {
  server = { [paths.health]: () => answer(200), [paths.api.user]: () => user('me') };
  await later(MINUTE);
  expect($pause.get()).toBeNull();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const user = (id: string): Response => answer(200, { user: { id } });

/** Fails with each of these, then succeeds. */
function failing(...failures: ApiError[]) {
  const call = vi.fn(() => {
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve('sent');
  });
  return { call, result: withRetry(call, () => true) };
}
const lost = () => new ApiError(0, '');

describe('an unreachable server', () => {
  it('is reported, probed by one small request for all, and resumed within seconds', async () => {
    server = {};
    const asked = vi.spyOn(globalThis, 'fetch');
    const [one, other] = [failing(lost()), failing(lost())];
    await later(0);
    expect($pause.get()).toBe('away');
    await later(2 * MINUTE);
    expect($pause.get()).toBe('away');
    expect(one.call).toHaveBeenCalledOnce();
    const questions = asked.mock.calls.length;
    await later(MINUTE);
    expect(asked.mock.calls.length - questions).toBeLessThan(15);
    server[paths.health] = () => answer(200);
    await later(5 * SECOND);
    expect($pause.get()).toBeNull();
    expect([await one.result, await other.result]).toEqual(['sent', 'sent']);
  });

  it('is unreachable also while only a proxy responds', async () => {
    server[paths.health] = () => answer(502);
    const { result } = failing(new ApiError(502, ''));
    await later(0);
    expect($pause.get()).toBe('away');
    server[paths.health] = () => answer(200);
    await later(5 * SECOND);
    expect(await result).toBe('sent');
  });
});

describe('no network', () => {
  it('is reported, and resumed as soon as the device says so', async () => {
    server = {};
    device.onLine = false;
    const { result, call } = failing(lost());
    await later(0);
    expect($pause.get()).toBe('offline');
    await later(MINUTE);
    expect(call).toHaveBeenCalledOnce();
    server[paths.health] = () => answer(200);
    device.onLine = true;
    tell('online');
    await later(0);
    expect($pause.get()).toBeNull();
    expect(await result).toBe('sent');
  });

  it('becomes the correct reason when only the server is unreachable', async () => {
    server = {};
    device.onLine = false;
    failing(lost());
    await later(0);
    device.onLine = true;
    tell('online');
    await later(0);
    expect($pause.get()).toBe('away');
  });
});

it('a breaking connection to a working server is retried, slower each time', async () => {
  const { result, call } = failing(lost(), lost(), lost());
  await later(0);
  expect($pause.get()).toBe('weak');
  await later(SECOND);
  expect(call).toHaveBeenCalledTimes(2);
  await later(SECOND);
  expect(call).toHaveBeenCalledTimes(2);
  await later(MINUTE);
  expect(await result).toBe('sent');
});

it.each([429, 503])('a busy server (%s) gets the time it asks for', async (status) => {
  const { result, call } = failing(new ApiError(status, '', { retryAfterMs: 7 * SECOND }));
  await later(0);
  expect($pause.get()).toBe('busy');
  await later(6 * SECOND);
  expect(call).toHaveBeenCalledOnce();
  await later(SECOND);
  expect($pause.get()).toBeNull();
  expect(await result).toBe('sent');
});

it('an hour of waiting is not a failure', async () => {
  const { result, call } = failing(new ApiError(429, '', { retryAfterMs: 60 * MINUTE }));
  await later(59 * MINUTE);
  expect(call).toHaveBeenCalledOnce();
  await later(MINUTE);
  expect(await result).toBe('sent');
});

it.each([500, 408, 410])('%s is retried a few times, then reported', async (status) => {
  const failures = Array.from({ length: 4 }, () => new ApiError(status, 'だめでした。'));
  const { result, call } = failing(...failures);
  const told = expect(result).rejects.toMatchObject({ msg: 'だめでした。' });
  await later(0);
  expect($pause.get()).toBe('failing');
  await later(MINUTE);
  await told;
  expect(call).toHaveBeenCalledTimes(4);
});

it.each([403, 404, 409, 413, 415, 422, 507])('%s is reported at once', async (status) => {
  const { result } = failing(new ApiError(status, 'だめでした。'));
  await expect(result).rejects.toMatchObject({ status });
});

describe('an expired session', () => {
  it('does not use the session of whoever is known to be signed in instead', async () => {
    let kept = '["someone else"]';
    vi.stubGlobal('localStorage', { getItem: () => kept });
    const asked = vi.spyOn(globalThis, 'fetch');
    const { result } = failing(new ApiError(401, ''));
    await later(MINUTE);
    expect($signedOut.get()).toBe('elsewhere');
    expect(asked.mock.calls.filter(([path]) => path === paths.api.user)).toEqual([]);
    kept = '["me"]';
    server[paths.api.user] = () => user('me');
    await later(5 * SECOND);
    expect(await result).toBe('sent');
  });

  it('waits until someone of this facility has signed in, in any tab', async () => {
    server[paths.api.user] = () => answer(401);
    const { result, call } = failing(new ApiError(401, ''));
    await later(0);
    expect($pause.get()).toBe('signedOut');
    await later(MINUTE);
    server[paths.api.user] = () => user('someone else');
    await later(5 * SECOND);
    expect($signedOut.get()).toBe('elsewhere');
    expect(call).toHaveBeenCalledOnce();
    server[paths.api.user] = () => user('me');
    tell('focus');
    await later(0);
    expect([$pause.get(), $signedOut.get()]).toEqual([null, null]);
    expect(await result).toBe('sent');
  });
});

it('dismissed files are not sent', async () => {
  server = {};
  let isWanted = true;
  const call = vi.fn(() => Promise.reject(lost()));
  const given = expect(withRetry(call, () => isWanted)).rejects.toMatchObject({ status: 0 });
  await later(0);
  isWanted = false;
  server[paths.health] = () => answer(200);
  await later(5 * SECOND);
  await given;
  expect(call).toHaveBeenCalledOnce();
});
