import { describe, expect, it } from 'vitest';
import { addressLine, residentHeading, shortNameOf } from './salutation.ts';

describe('salutation', () => {
  it.each([
    ['高橋 ハル', 'ハル'],
    ['高橋　ハル', 'ハル'],
    ['佐藤ミツ', '佐藤ミツ'],
    ['グエン ティ マイ', 'グエン ティ マイ'],
    [' 田中 キヨ ', 'キヨ'],
  ])('calls %s by %s', (name, short) => {
    expect(shortNameOf(name)).toBe(short);
  });

  it('is polite', () => {
    expect(residentHeading('高橋 ハル')).toBe('ハル様のご様子');
    expect(addressLine('高橋 ハル')).toBe('高橋 ハル 様のご家族へ');
  });
});
