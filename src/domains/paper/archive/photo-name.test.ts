import { describe, expect, it } from 'vitest';
import { photoFileName } from './archive-names.ts';

const items = ['2026-10-03', '2026-10-09', '2026-10-03'].map((takenOn) => ({ takenOn }));

describe('photoFileName', () => {
  it('counts the photos of a day in the order of the letter', () => {
    expect(photoFileName(items, 0)).toBe('2026年10月_03日_01.jpg');
    expect(photoFileName(items, 1)).toBe('2026年10月_09日_01.jpg');
    expect(photoFileName(items, 2)).toBe('2026年10月_03日_02.jpg');
  });
});
