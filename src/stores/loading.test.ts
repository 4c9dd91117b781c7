import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOADING_DURATION_MS, LOADING_THROTTLE_MS, LOADING_TICK_MS } from '#lib/ui-constants.ts';
import { $loadingPercent, beginLoading, forgetLoading, whileLoading } from './loading.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  forgetLoading();
  vi.useRealTimers();
});

describe('the loading bar', () => {
  test('is not shown for short waits', () => {
    const end = beginLoading();
    vi.advanceTimersByTime(LOADING_THROTTLE_MS - 1);
    end();
    vi.advanceTimersByTime(LOADING_DURATION_MS);
    expect($loadingPercent.get()).toBeNull();
  });

  test('starts after 200 ms and grows every 100 ms', () => {
    beginLoading();
    vi.advanceTimersByTime(LOADING_THROTTLE_MS);
    expect($loadingPercent.get()).toBe(0);
    vi.advanceTimersByTime(LOADING_TICK_MS);
    expect($loadingPercent.get()).toBe(2);
    vi.advanceTimersByTime(LOADING_DURATION_MS / 2 - LOADING_TICK_MS);
    expect($loadingPercent.get()).toBe(50);
  });

  test('waits almost full beyond 5000 ms', () => {
    beginLoading();
    vi.advanceTimersByTime(LOADING_THROTTLE_MS + 3 * LOADING_DURATION_MS);
    expect($loadingPercent.get()).toBe(95);
  });

  test('is full for a tick at the end, then gone', () => {
    const [endOne, endOther] = [beginLoading(), beginLoading()];
    vi.advanceTimersByTime(1000);
    endOne();
    endOne();
    expect($loadingPercent.get()).toBeLessThan(100);
    endOther();
    expect($loadingPercent.get()).toBe(100);
    vi.advanceTimersByTime(LOADING_TICK_MS);
    expect($loadingPercent.get()).toBeNull();
  });

  test('restarts while the last one is running', () => {
    const end = beginLoading();
    vi.advanceTimersByTime(1000);
    end();
    beginLoading();
    expect($loadingPercent.get()).toBeNull();
    vi.advanceTimersByTime(LOADING_THROTTLE_MS);
    expect($loadingPercent.get()).toBe(0);
  });

  test('is hidden at once when a page is restored', () => {
    beginLoading();
    vi.advanceTimersByTime(1000);
    forgetLoading();
    vi.advanceTimersByTime(LOADING_DURATION_MS);
    expect($loadingPercent.get()).toBeNull();
  });

  test('ends with a failing call, and rethrows the error', async () => {
    const call = new Promise((_, reject) => setTimeout(() => reject(new Error('lost')), 1000));
    const waited = expect(whileLoading(call)).rejects.toThrow('lost');
    await vi.advanceTimersByTimeAsync(1000);
    await waited;
    expect($loadingPercent.get()).toBe(100);
  });
});
