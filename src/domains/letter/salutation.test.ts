import { describe, expect, it } from 'vitest';
import { addressLine, residentHeading } from './salutation.ts';

describe('salutation', () => {
  it.each([
    ['高橋 ハル', 'ハル'],
    ['高橋　ハル', 'ハル'],
    ['佐藤ミツ', '佐藤ミツ'],
    ['グエン ティ マイ', 'グエン ティ マイ'],
    [' 田中 キヨ ', 'キヨ'],
    ['田中 キヨ 様', 'キヨ'],
    ['田中 様', '田中'],
  ])('calls %s by %s', (name, short) => {
    expect(residentHeading(name)).toBe(`${short}様のご様子`);
  });

  it('is polite', () => {
    expect(residentHeading('高橋 ハル')).toBe('ハル様のご様子');
    expect(residentHeading('高橋 ハル様')).toBe('ハル様のご様子');
    expect(residentHeading('高橋 様')).toBe('高橋様のご様子');
    expect(addressLine('高橋 ハル')).toBe('高橋 ハル 様のご家族へ');
    expect(addressLine('高橋 ハル様')).toBe('高橋 ハル様のご家族へ');
  });
});
