import { describe, expect, test } from 'vitest';
import type { Print } from './album.ts';
import type { PrintPage } from './blocks.ts';
import { blockHeight } from './blocks.ts';
import { layOut } from './lay-out.ts';
import * as paper from './paper.ts';
import { layOutYear, startsOf } from './lay-out-year.ts';

const SHAPES = [
  [4, 3],
  [3, 4],
  [16, 9],
  [1, 1],
  [3, 1],
  [9, 20],
] as const;

/** @param caption at most so many characters */
const photosFor = (count: number, seed: number, caption = 200): Print[] =>
  Array.from({ length: count }, (_, index) => {
    const [width, height] = SHAPES[(index * 7 + seed) % SHAPES.length] ?? SHAPES[0];
    return {
      width,
      height,
      caption: 'あ'.repeat(((index + seed) * 13) % caption),
      day: '12月31日(木)',
    };
  });

const SENTENCE = '今月は芋掘りに出かけ、たくさんのお芋がとれました。';

interface Plan {
  own: number;
  shared?: number;
  text?: number;
  note?: number;
  words?: number;
}

const monthOf = (index: number, { own, shared = 0, text = 0, note = 0, words = 0 }: Plan) => ({
  yearMonth: 202601 + index,
  title: index % 3 === 0 ? '' : '題名'.repeat(1 + ((index * 7) % 30)),
  paragraphs: text > 0 ? [SENTENCE.repeat(text), SENTENCE] : [],
  parts: [
    {
      heading: `${'ハル'.repeat(1 + ((index * 11) % 30))}様のご様子`,
      note: note > 0 ? [SENTENCE.repeat(note)] : [],
      photos: photosFor(own, index),
    },
    { heading: '施設のようす', photos: photosFor(shared, index + 3) },
    {
      heading: 'ご家族からのことば',
      note: words > 0 ? [SENTENCE.repeat(words)] : [],
      photos: [],
    },
  ],
});

const yearOf = (plans: readonly Plan[]): Parameters<typeof layOutYear<Print>>[0] =>
  plans.map((plan, index) => monthOf(index, plan));

const YEARS: Record<string, readonly Plan[]> = {
  'one photo': [{ own: 1 }],
  'one note': [{ own: 0, note: 3 }],
  'greetings only': Array.from({ length: 12 }, () => ({ own: 0, text: 4 })),
  'a usual year': Array.from({ length: 12 }, (_, index) => ({
    own: (index * 5) % 8,
    shared: (index * 3) % 5,
    text: (index % 4) + 1,
    note: index % 5,
    words: index % 3,
  })),
  '300 photos': Array.from({ length: 12 }, () => ({ own: 18, shared: 7, text: 3, note: 4 })),
  'the longest texts': Array.from({ length: 6 }, () => ({
    own: 3,
    text: 140,
    note: 24,
    words: 36,
  })),
};

const photosOn = (page: PrintPage<Print>): Print[] =>
  page.flatMap((block) =>
    block.kind === 'rows' ? block.rows.flatMap(({ cells }) => cells.map(({ photo }) => photo)) : [],
  );
const textsOn = (page: PrintPage<Print>): string =>
  page
    .flatMap((block) =>
      'paragraphs' in block ? block.paragraphs : 'lines' in block ? block.lines : [],
    )
    .join('');
const usedOn = (page: PrintPage<Print>): number =>
  page.reduce(
    (sum, block) =>
      sum + (block.kind === 'closing' ? paper.BOOK_CLOSING_HEIGHT : blockHeight(block)),
    0,
  );

describe.each(Object.entries(YEARS))('the book of a year with %s', (_name, plans) => {
  const months = yearOf(plans);
  const pages = layOutYear(months);
  const parts = months.flatMap((month) => month.parts);

  test('holds every photo and every word once, in order', () => {
    expect(pages.flatMap(photosOn)).toEqual(parts.flatMap(({ photos }) => photos));
    const words = months.flatMap(({ paragraphs, parts: of }) => [
      ...paragraphs,
      ...of.flatMap(({ note = [] }) => note),
    ]);
    expect(pages.map(textsOn).join('')).toBe(words.join(''));
    expect([...startsOf(pages).keys()]).toEqual(months.map(({ yearMonth }) => yearMonth));
  });

  test('has no page that is too full, and none without contents', () => {
    for (const [index, page] of pages.entries()) {
      expect(usedOn(page), `page ${index + 1}`).toBeLessThanOrEqual(paper.BODY_HEIGHT + 0.01);
      expect(photosOn(page).length + textsOn(page).length, `page ${index + 1}`).toBeGreaterThan(0);
    }
  });

  test('leaves no heading at the foot of a page, and no closing alone', () => {
    for (const page of pages) {
      for (const [index, { kind }] of page.entries()) {
        const below = page[index + 1]?.kind;
        if (kind === 'heading') expect(['rows', 'note']).toContain(below);
        if (kind === 'month') expect(['text', 'heading']).toContain(below);
      }
    }
    expect(pages.at(-1)?.at(-1)?.kind).toBe('closing');
    expect(pages.flat().filter(({ kind }) => kind === 'closing')).toHaveLength(1);
  });

  test('begins a month at the top of a page, or has all of it there', () => {
    for (const page of pages) {
      for (const [index, block] of page.entries()) {
        if (block.kind !== 'month' || index === 0) continue;
        const next = pages[pages.indexOf(page) + 1]?.[0]?.kind;
        expect([undefined, 'month']).toContain(next);
      }
    }
  });
});

test('small months share a page, and many photos are printed smaller', () => {
  const notes = layOutYear(yearOf(Array.from({ length: 12 }, () => ({ own: 0, note: 2 }))));
  expect(notes.length).toBeLessThanOrEqual(6);
  const full = (photos: number) =>
    layOutYear(
      Array.from({ length: 12 }, (_, index) => ({
        ...monthOf(index, { own: 0, text: 3 }),
        parts: [{ heading: 'ハル様のご様子', photos: photosFor(photos, index, 20) }],
      })),
    ).length;
  expect(full(5)).toBeLessThanOrEqual(30);
  expect(full(25)).toBeLessThanOrEqual(100);
});

/** Every length of text meets the end of a page somewhere. */
test.each(Array.from({ length: 60 }, (_, index) => index + 1))(
  'after %i sentences the closing is not alone on its page',
  (sentences) => {
    const text = Array.from({ length: sentences }, () => SENTENCE);
    const part = (photos: Print[]) => ({ heading: 'ハル様のご様子', note: text, photos });
    const letters = [
      layOut({ title: '', paragraphs: [], parts: [part([])] }),
      layOut({ title: '', paragraphs: [text.join('')], parts: [] }),
      layOut({ title: '', paragraphs: [], parts: [part(photosFor(2, sentences))] }),
      layOutYear([{ yearMonth: 202601, title: '', paragraphs: [], parts: [part([])] }]),
      layOutYear([{ yearMonth: 202601, title: '', paragraphs: text, parts: [] }]),
    ];
    for (const pages of letters) {
      const last = pages.at(-1) ?? [];
      expect(photosOn(last).length + textsOn(last).length).toBeGreaterThan(0);
      const kinds = pages.map((page) => page.findLast(({ kind }) => kind !== 'closing')?.kind);
      expect(kinds).not.toContain('heading');
    }
  },
);
