import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { annotate } from '#lib/furigana/annotate.ts';
import { unreadIn } from './support/unread.ts';
import { FAMILIES, RESIDENTS, STAFF } from '../demo/story.ts';

const SRC = path.join(path.dirname(import.meta.dirname), 'src');

/** What no page of staff says: pages of others, mails, and words that are compared or options. */
const OTHERS = [
  /landing|legal|[Oo]perator|gallery|furigana|honorific|\.test\./,
  /^pages\/(?:index|accessibility|company|privacy|terms|design|docs|demo|contacts)/,
  /mails|domains\/mail\/|server\/(?:copies|postgres|s3|sqlite)/,
  /facility\/address\.ts|people\/(?:.*csv|day-input)\.ts|password\/new-password\.ts/,
  /delivery\/returned\/(?:cause|plain-report|read-report)\.ts$/,
  /name-variants|roster\/(?:headings|roster-table|around-values)\.ts|refusal-words|kanji-number|written-consent/,
];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(?:astro|tsx?)$/.test(name) && !OTHERS.some((other) => other.test(name)),
);

/** Its words without comments and headings of lists; a figure stands for what is filled in. */
const wordsOf = (name: string): string =>
  readFileSync(path.join(SRC, name), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|headings:|sample:|\.\.\.\[).*$/gm, '')
    .replaceAll(/\}\s*/g, '0');

test('every word of the staff pages has a reading', () => {
  expect(files.length).toBeGreaterThan(600);
  const unread = files.flatMap((name) =>
    unreadIn(wordsOf(name)).map((word) => `${word} (${name})`),
  );
  expect(unread).toEqual([]);
});

test('a word that is missing is found', () => {
  expect(unreadIn("label: '鬱蒼とした森',")).toEqual(['鬱蒼', '森']);
});

test('names are not read as words', () => {
  const names = [...STAFF, ...RESIDENTS, ...FAMILIES].map(({ name }) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => annotate(name).some((piece) => typeof piece !== 'string'))).toEqual(
    [],
  );
});
