import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { paths } from '#lib/paths.ts';
import { OFFLINE, api, callAs, msgOf } from './api-client.ts';

const answer = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const assign = vi.fn();
const log = vi.fn();

beforeEach(() => {
  fetched.mockReset();
  assign.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { assign, pathname: '/adminstaff/items', search: '' });
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('navigator', { onLine: false });
  log.mockReset();
  vi.spyOn(console, 'error').mockImplementation(log);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a failed call', () => {
  it('is logged and rethrown with status and msg', async () => {
    fetched.mockResolvedValue(answer(422, { msg: '壊れています。' }));
    await expect(api.post('/x')).rejects.toMatchObject({ status: 422, msg: '壊れています。' });
    expect(log).toHaveBeenCalledOnce();
  });

  it('has our own message if the response has none', async () => {
    fetched.mockResolvedValue(new Response('<html>', { status: 502 }));
    const error: unknown = await api.get('/x').catch((failure: unknown) => failure);
    expect(msgOf(error)).toContain('もう一度');
  });

  it.each([
    [520, OFFLINE],
    [521, OFFLINE],
    [522, OFFLINE],
    [524, OFFLINE],
    [530, OFFLINE],
    [502, OFFLINE],
    [500, 408],
    [403, 408],
    [413, 408],
    [404, 408],
    [503, 503],
    [429, 429],
  ])('that somebody on the way answers with %i is no word of the server', async (status, as) => {
    for (const body of ['<html>', '', '{"error":"origin"}', '"msg"', 'null', '[]']) {
      fetched.mockResolvedValueOnce(new Response(body, { status }));
      const error: unknown = await api.post('/x').catch((failure: unknown) => failure);
      expect(error, body).toMatchObject({ status: as });
      expect(msgOf(error)).toBe(
        '途中の機器に止められました。少し待ってから、もう一度お試しください。',
      );
    }
  });

  it('knows how long the server asks to wait', async () => {
    fetched.mockResolvedValue(answer(503, {}, { 'Retry-After': '2' }));
    await expect(api.post('/x')).rejects.toMatchObject({ retryAfterMs: 2000 });
  });

  it('tells invalid input from a temporary failure', async () => {
    fetched.mockResolvedValueOnce(answer(422, { msg: 'HEIC', errors: { blob: ['HEIC'] } }));
    await expect(api.post('/x')).rejects.toMatchObject({ isOfInput: true });
    fetched.mockResolvedValueOnce(answer(422, { msg: '満杯', errors: {} }));
    await expect(api.post('/x')).rejects.toMatchObject({ isOfInput: false });
  });

  it('without a network is reported as offline', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(api.post('/x')).rejects.toMatchObject({ status: OFFLINE });
    expect(fetched).toHaveBeenCalledOnce();
  });
});

test('a call names the person of its page', async () => {
  fetched.mockImplementation(() => Promise.resolve(answer(200)));
  await api.get('/x');
  expect(fetched.mock.lastCall?.[1].headers).toEqual({});
  callAs('me');
  await api.post('/x', {});
  expect(fetched.mock.lastCall?.[1].headers).toMatchObject({ 'X-Staff': 'me' });
});

describe('leaving the page', () => {
  it('does not abort writes', async () => {
    fetched.mockImplementation(() => Promise.resolve(answer(200)));
    await api.patch('/x', { caption: 'お庭で' });
    await api.get('/x');
    expect(fetched.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false]);
  });
});

describe('an expired access token', () => {
  it('is renewed once for all affected calls, which are repeated', async () => {
    let isExpired = true;
    fetched.mockImplementation((path) => {
      if (path === paths.api.refresh) isExpired = false;
      return Promise.resolve(
        isExpired ? answer(401, { msg: 'ログインしてください。' }) : answer(200, { path }),
      );
    });
    const answers = await Promise.all([api.get('/a'), api.get('/b'), api.post('/c')]);
    expect(answers).toEqual([{ path: '/a' }, { path: '/b' }, { path: '/c' }]);
    const refreshes = fetched.mock.calls.filter(([path]) => path === paths.api.refresh);
    expect(refreshes).toHaveLength(1);
    expect(refreshes[0]?.[1]).toMatchObject({ method: 'PATCH', body: '{}' });
  });

  it('that cannot be renewed reloads the page, which leads to the login and back', async () => {
    fetched.mockImplementation(() =>
      Promise.resolve(answer(401, { msg: 'ログインしてください。' })),
    );
    await expect(api.get('/a')).rejects.toMatchObject({ status: 401 });
    expect(assign).toHaveBeenCalledWith('/adminstaff/items');
  });

  it('does not sign out while the server is down', async () => {
    fetched.mockImplementation((path) =>
      Promise.resolve(answer(path === paths.api.refresh ? 503 : 401)),
    );
    await expect(api.get('/a')).rejects.toMatchObject({ status: 503 });
    expect(assign).not.toHaveBeenCalled();
  });
});
