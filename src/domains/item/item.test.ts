import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { CAPTION_MAX_LENGTH } from './item-limits.ts';
import { CreateItemInput, ItemsQuery, PlaceInput, UpdateItemInput, defaultDay } from './item.ts';

describe("a photo's default day", () => {
  const TODAY = '2026-10-17';
  test.each([
    [null, TODAY, false],
    ['2026-10-17', '2026-10-17', false],
    ['2026-10-18', TODAY, false],
    ['2026-10-01', '2026-10-01', false],
    ['2026-09-30', '2026-09-30', true],
    ['2025-10-17', '2025-10-17', true],
    ['2000-01-02', '2000-01-02', true],
    ['2000-01-01', TODAY, false],
    ['1970-01-01', TODAY, false],
  ])('EXIF %s gives %s, held: %s', (exif, takenOn, isHeld) => {
    expect(defaultDay(exif, TODAY)).toEqual({ takenOn, isHeld });
  });
});

const textsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('valid input', () => {
  const item = { residentId: null, blob: 'x.y' };

  test('names a place, even the whole facility', () => {
    expect(CreateItemInput.parse(item)).toEqual({ ...item, caption: '' });
    expect(textsOf(CreateItemInput, { blob: 'x' })).toEqual(['入居者を選んでください。']);
    expect(textsOf(PlaceInput, {})).toEqual(['入居者を選んでください。']);
    expect(textsOf(PlaceInput, { residentId: '' })).toEqual(['入居者を選んでください。']);
  });

  test('trims and counts a caption', () => {
    expect(UpdateItemInput.parse({ caption: ' 芋 ' })).toEqual({ caption: '芋' });
    expect(textsOf(UpdateItemInput, { caption: 'あ'.repeat(CAPTION_MAX_LENGTH) })).toEqual([]);
    expect(textsOf(UpdateItemInput, { caption: 'あ'.repeat(CAPTION_MAX_LENGTH + 1) })).toEqual([
      'ひとことは200文字までです。',
    ]);
  });

  test('has existing days', () => {
    expect(textsOf(UpdateItemInput, { takenOn: '2026-02-29' })).toEqual([
      '日付を確かめてください。',
    ]);
    expect(textsOf(UpdateItemInput, { takenOn: 20260201 })).toEqual(['日付を入れてください。']);
    expect(textsOf(UpdateItemInput, { takenOn: '0202-10-17' })).toEqual([
      '日付を確かめてください。',
    ]);
    expect(textsOf(UpdateItemInput, { takenOn: '1900-01-01' })).toEqual([]);
  });

  test.each([CreateItemInput, UpdateItemInput, PlaceInput])('has no other fields', (schema) => {
    const keys = schema
      .safeParse({ ...item, hostId: 'x' })
      .error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
    expect(keys).toContain('hostId');
  });
});

describe("a list's query", () => {
  test('is read from text', () => {
    expect(ItemsQuery.parse({})).toEqual({ page: 1 });
    expect(ItemsQuery.parse({ yearMonth: '202610', residentId: 'none', page: '3' })).toEqual({
      yearMonth: 202610,
      residentId: 'none',
      page: 3,
    });
  });

  test.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { page: '9999999' },
    { yearMonth: '' },
    { yearMonth: '202613' },
    { residentId: '' },
    { tab: '0' },
  ])('refuses %o', (query) => {
    expect(ItemsQuery.safeParse(query).success).toBe(false);
  });
});
