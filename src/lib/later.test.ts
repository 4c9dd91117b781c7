import { describe, expect, test } from 'vitest';
import { after, together } from './later.ts';

describe('what is there', () => {
  test('is used at once', () => {
    expect(after(1, (one) => one + 1)).toBe(2);
    expect(together([1, 'a'])).toEqual([1, 'a']);
  });

  test('throws at once', () => {
    const failing = (): never => {
      throw new Error('no');
    };
    expect(() => after(1, failing)).toThrow('no');
  });
});

describe('what comes later', () => {
  test('is used when it comes', async () => {
    const later = after(Promise.resolve(1), (one) => one + 1);
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toBe(2);
    expect(await together([1, Promise.resolve('a')])).toEqual([1, 'a']);
  });

  test('passes its error on', async () => {
    await expect(after(Promise.reject(new Error('no')), String)).rejects.toThrow('no');
    await expect(together([1, Promise.reject(new Error('no'))])).rejects.toThrow('no');
  });
});
