import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readPostcode } from '#domains/facility/postcode.ts';
import { sent } from '#lib/input.ts';
import { readJapaneseDate } from '#lib/japanese-date.ts';
import { longestRead } from '../support/longest-read.ts';
import type { SentSchema } from '../support/schemas.ts';
import { slotsOf, sentSchemas } from '../support/schemas.ts';

vi.mock('astro:actions', () => ({ defineAction: (action: object) => action, ActionError: Error }));

/** The largest field takes 4,000 characters, and four times as many as sent. */
const LONGEST_READ = 20_000;
/** Longer than that; fields differ in what they look for. */
const LONG = ['a', ' ', '1', 'か\u3099', '\ud800'].map((unit) => unit.repeat(2 * LONGEST_READ));
/** A list as a whole, which has its own bounds (roster-csv.test.ts). */
const LISTS = new Set(
  ['families', 'residents'].flatMap((list) => [`${list}.addAll: csv`, `${list}.wrongLines: csv`]),
);

/** The places whose text is read, or taken, however long it is. */
const unbounded = ({ of, schema }: SentSchema): string[] =>
  slotsOf(schema).flatMap(({ name, put }) => {
    const isBounded = LONG.every((text) => {
      let taken: unknown;
      const longest = longestRead(() => (taken = schema.safeParse(put(text)).data));
      return longest <= LONGEST_READ && JSON.stringify({ taken }).length <= LONGEST_READ;
    });
    return isBounded ? [] : [`${of}: ${name}`];
  });

let schemas: SentSchema[];
beforeAll(async () => {
  schemas = await sentSchemas();
});

test('no text is read before its length is bounded (P32)', () => {
  expect(schemas.length).toBeGreaterThan(100);
  expect(schemas.flatMap(unbounded).filter((place) => !LISTS.has(place))).toEqual([]);
});

test.each([
  ['a day', (text: string) => readJapaneseDate(text)],
  ['a postcode', (text: string) => readPostcode(text)],
])('nor is %s when a form shows again what was sent', (_name, read) => {
  for (const text of LONG) expect(longestRead(() => read(text))).toBeLessThanOrEqual(100);
});

describe('would be found:', () => {
  const bounded = sent('', 10);
  test.each([
    ['an overwrite before the bound', z.string().trim().max(10)],
    ['a bound that goes on', z.string().max(10).regex(/x/)],
    ['a text without a bound', z.string()],
    ['a preprocess', z.preprocess((text) => String(text).trim(), bounded)],
    ['a list', z.array(z.string().toLowerCase())],
    ['one of several', z.union([z.string().regex(/x/), z.null()])],
  ])('%s', (_name, field) => {
    const schema = z.object({ in: z.object({ field: field as z.ZodType }).optional() });
    expect(unbounded({ of: 'x', in: 'body', schema })).toHaveLength(1);
  });

  test('and what is bounded is not', () => {
    const field = bounded.overwrite((text) => text.normalize('NFKC')).regex(/x/);
    expect(unbounded({ of: 'x', in: 'body', schema: z.object({ field }) })).toEqual([]);
  });
});
