import { describe, expect, test } from 'vitest';
import type { AlbumRow, Print } from './album.ts';
import { MOST_ON_A_PAGE, nextRows } from './album.ts';
import { fillLines, linesOf } from './lines.ts';
import type { PrintPage } from './blocks.ts';
import { blockHeight } from './blocks.ts';
import { layOut } from './lay-out.ts';
import * as paper from './paper.ts';

const photo = (width: number, height: number, caption = '秋の庭で'): Print => ({
  width,
  height,
  caption,
  day: '12月31日(木)',
});
const SHAPES = [photo(4, 3), photo(3, 4), photo(16, 9), photo(1, 1), photo(3, 1), photo(9, 20)];
const mixed = (count: number): Print[] =>
  Array.from({ length: count }, (_, index) => ({
    ...(SHAPES[(index * 7 + (index >> 2)) % SHAPES.length] ?? photo(4, 3)),
    caption: 'あ'.repeat((index * 13) % 60),
  }));

const rowsOn = <P>(page: PrintPage<P>): AlbumRow<P>[] =>
  page.flatMap((block) => (block.kind === 'rows' ? block.rows : []));
const photosOn = <P>(page: PrintPage<P>): P[] =>
  rowsOn(page).flatMap(({ cells }) => cells.map((cell) => cell.photo));

const usedOn = (page: PrintPage<Print>): number =>
  page.reduce(
    (sum, block) => sum + (block.kind === 'closing' ? paper.CLOSING_HEIGHT : blockHeight(block)),
    0,
  );

const letter = (own: Print[], shared: Print[], text = '朝晩が涼しくなりました。'.repeat(8)) => ({
  title: '',
  paragraphs: text === '' ? [] : [text],
  parts: [
    { heading: 'ハル様のご様子', photos: own },
    { heading: '施設のようす', photos: shared },
  ],
});

describe('the pages of a letter', () => {
  const counts = [0, 1, 2, 3, 4, 5, 9, 17, 30, 60];

  test.each(counts)('%i photos: each once, in order, and no page too full', (count) => {
    const photos = mixed(count);
    const own = photos.slice(0, Math.ceil(count * 0.6));
    const pages = layOut(letter(own, photos.slice(own.length)));
    expect(pages.flatMap(photosOn)).toEqual(photos);
    for (const [index, page] of pages.entries()) {
      const room = index === 0 ? paper.FIRST_HEIGHT : paper.BODY_HEIGHT;
      expect(usedOn(page), `page ${index + 1}`).toBeLessThanOrEqual(room + 0.01);
      expect(photosOn(page).length).toBeLessThanOrEqual(MOST_ON_A_PAGE);
    }
    expect(pages.flat().filter(({ kind }) => kind === 'closing')).toHaveLength(1);
    expect(pages.at(-1)?.at(-1)?.kind).toBe('closing');
  });

  test.each(['食欲があり、よく笑っておいでです。', 'お元気です。'.repeat(100), 'あ\n'.repeat(300)])(
    'a note comes whole, in order and directly after its heading: %s',
    (text) => {
      const note = text.split('\n').filter((line) => line !== '');
      const { parts, ...words } = letter(mixed(5), mixed(3));
      const [own, shared] = parts;
      for (const photos of [own?.photos ?? [], []]) {
        const pages = layOut({
          ...words,
          parts: [{ heading: 'ハル様のご様子', note, photos }, ...(shared ? [shared] : [])],
        });
        const blocks = pages.flat();
        const first = blocks.findIndex(({ kind }) => kind === 'heading');
        expect(blocks[first + 1]?.kind).toBe('note');
        const said = blocks.flatMap((block) => (block.kind === 'note' ? block.lines : []));
        expect(said.join('')).toBe(note.join(''));
        for (const [index, page] of pages.entries()) {
          const room = index === 0 ? paper.FIRST_HEIGHT : paper.BODY_HEIGHT;
          expect(usedOn(page), `page ${index + 1}`).toBeLessThanOrEqual(room + 0.01);
          const at = page.findIndex(({ kind }) => kind === 'heading');
          if (at >= 0) expect(['note', 'rows']).toContain(page[at + 1]?.kind);
        }
      }
    },
  );

  test('a heading is on the same page as its first photos', () => {
    for (const count of counts) {
      for (const page of layOut(letter(mixed(count), mixed(5)))) {
        for (const [index, { kind }] of page.entries()) {
          if (kind === 'heading') expect(page[index + 1]?.kind).toBe('rows');
        }
      }
    }
  });

  test('a full page of photos holds two to four of them', () => {
    const pages = layOut(letter(Array(30).fill(photo(4, 3)) as Print[], []));
    for (const page of pages.slice(1, -1)) {
      expect(photosOn(page).length).toBeGreaterThanOrEqual(2);
    }
    expect(pages.length).toBeLessThanOrEqual(12);
  });

  // A photo that just missed the room left half of a sheet empty.
  test('half of a first page is not left empty for a photo that is somewhat smaller', () => {
    const text = '朝晩が涼しくなりました。'.repeat(14);
    for (const shape of SHAPES.slice(0, 4)) {
      const [first] = layOut(letter([shape], mixed(5), text));
      expect(photosOn(first ?? [])).toEqual([shape]);
    }
  });

  test('a long greeting continues on the next page, in whole sentences', () => {
    const sentence = '今月は芋掘りに出かけ、たくさんのお芋がとれました。';
    const text = sentence.repeat(80);
    const pages = layOut(letter([], [], text));
    expect(pages.length).toBeGreaterThan(1);
    const texts = pages.flat().flatMap((block) => ('paragraphs' in block ? block.paragraphs : []));
    expect(texts.join('')).toBe(text);
    for (const part of texts) expect(part.endsWith('。')).toBe(true);
  });

  test('text without sentence ends is cut, and nothing is lost', () => {
    for (const text of ['あ'.repeat(4000), 'W'.repeat(4000), '😀'.repeat(900)]) {
      const texts = layOut(letter([], [], text))
        .flat()
        .flatMap((block) => ('paragraphs' in block ? block.paragraphs : []));
      expect(texts.join('')).toBe(text);
    }
  });
});

describe('an album page', () => {
  test("never crops: width and height keep the photo's shape", () => {
    const rows = nextRows(mixed(4), paper.BODY_HEIGHT);
    for (const { cells } of rows) {
      for (const { photo: of, width, height } of cells) {
        expect(width / height).toBeCloseTo(of.width / of.height, 6);
        expect(Math.max(width, height)).toBeLessThanOrEqual(122.001);
      }
      const sum = cells.reduce((total, { width }) => total + width, paper.GAP * (cells.length - 1));
      expect(sum).toBeLessThanOrEqual(paper.COLUMN.width + 0.001);
    }
  });

  test('has pairs of equal height', () => {
    const [row] = nextRows([photo(3, 4), photo(4, 3)], 120);
    expect(new Set(row?.cells.map(({ height }) => height)).size).toBe(1);
    expect(row?.cells).toHaveLength(2);
  });

  test('is missing if nothing fits, and one photo always fits a page', () => {
    expect(nextRows([photo(4, 3)], 40)).toEqual([]);
    const room = paper.BODY_HEIGHT - paper.HEADING.height;
    for (const shape of SHAPES) {
      expect(nextRows([{ ...shape, caption: '字'.repeat(200) }], room)).toHaveLength(1);
    }
  });
});

describe('the lines of a text', () => {
  test.each([
    ['', 0],
    ['あ'.repeat(33), 1],
    ['あ'.repeat(34), 2],
    // Closing signs take the one before them along, opening ones the one after.
    [`${'あ'.repeat(33)}。`, 2],
    [`${'あ'.repeat(32)}「あ`, 2],
    [`${'あ'.repeat(31)}い」。「う`, 2],
    [`${'あ'.repeat(32)}ちょっと`, 2],
    // Each line lacks what did not fit.
    ['「はい」。'.repeat(13), 2],
    ['「はい」。'.repeat(14), 3],
    ['・'.repeat(40), 2],
  ])('%s: %i', (text, lines) => {
    expect(linesOf(text, 5, 170)).toBe(lines);
  });

  test('wide signs count as wide, and narrow ones as little', () => {
    expect(linesOf('W'.repeat(34), 5, 170)).toBe(2);
    expect(linesOf('i'.repeat(52), 5, 170)).toBe(1);
    expect(linesOf('👵'.repeat(25), 5, 170)).toBe(2);
    expect(linesOf('12月31日(木)', 5, 35)).toBe(1);
    expect(linesOf('12月31日(木)', 5, 22)).toBe(2);
  });

  test('fill a page with whole paragraphs and sentences', () => {
    expect(fillLines(['一。', '二。'], 1, 5, 170)).toEqual({
      taken: ['一。'],
      rest: ['二。'],
      lines: 1,
    });
    const sentence = `${'あ'.repeat(20)}。`;
    expect(fillLines([sentence.repeat(9)], 3, 5, 170)).toEqual({
      taken: [sentence.repeat(4)],
      rest: [sentence.repeat(5)],
      lines: 3,
    });
  });
});
