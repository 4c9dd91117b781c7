import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-client.ts';
import { $pause, patiently } from './patience.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  $pause.set(null);
});

/** Refuses so often with a status, then answers. */
function answering(status: number, times: number, retryAfterMs: number | null = null) {
  let left = times;
  return vi.fn(() =>
    left-- > 0
      ? Promise.reject(new ApiError(status, '少し待つと…', retryAfterMs))
      : Promise.resolve('there'),
  );
}

test('told to wait, a photo waits as long as it is told, and goes on by itself', async () => {
  const run = answering(429, 2, 30_000);
  const sent = patiently(run, () => true);
  await vi.advanceTimersByTimeAsync(29_999);
  expect([run.mock.calls.length, $pause.get()]).toEqual([1, 'busy']);
  await vi.advanceTimersByTimeAsync(30_001);
  expect(await sent).toBe('there');
  expect([run.mock.calls.length, $pause.get()]).toEqual([3, null]);
});

test('an hour of waiting is no failure', async () => {
  const run = answering(429, 1, 3_600_000);
  const sent = patiently(run, () => true);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await sent).toBe('there');
});

test('room that is used up is no matter of waiting', async () => {
  const run = answering(422, 1);
  await expect(patiently(run, () => true)).rejects.toMatchObject({ status: 422 });
  expect(run).toHaveBeenCalledTimes(1);
});
