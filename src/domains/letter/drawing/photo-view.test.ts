import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { escaped } from '#lib/html.ts';
import {
  columnSizes,
  longHint,
  pageStyle,
  pairs,
  partClass,
  photoRules,
  printClass,
  webPicture,
} from './photo-view.ts';

const photo = { width: 2000, height: 1500, color: '#a1b2c3' };

/** The files that a browser may choose from. */
const srcsetOf = (width: number, height: number): string | undefined => {
  const shown = { width, height, isFirst: false };
  const html = webPicture({ width, height, color: '#a1b2c3', folder: '/p/' }, shown);
  return / srcset="([^"]*)"/.exec(html)?.[1];
};

describe('a photo on the web', () => {
  it('offers what phones and columns need', () => {
    expect(srcsetOf(4000, 3000)).toBe('/p/720.webp 720w, /p/1080.webp 1080w');
  });

  it('ends with the first size as large as the photo', () => {
    expect(srcsetOf(900, 1200)).toBe('/p/720.webp 720w, /p/1080.webp 900w');
    expect(srcsetOf(720, 540)).toBe('/p/720.webp 720w');
    expect(srcsetOf(400, 300)).toBe('/p/720.webp 400w');
  });

  it('keeps the only file of a very small photo', () => {
    expect(srcsetOf(300, 300)).toBe('/p/360.webp 300w');
  });
});

describe('pageStyle', () => {
  it('contains every colour and shape once', () => {
    const { text } = pageStyle(
      'a{}\n',
      photoRules([photo, photo, { ...photo, width: 1500, height: 2000 }]),
    );
    expect(text).toBe('a{}.c9cc{background:#9cc}.r133{--ratio:1.33}.r75{--ratio:0.75}');
  });

  it('has the hash of exactly that text', () => {
    const { text, hash } = pageStyle('a{}', photoRules([photo]));
    expect(hash).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  });
});

describe('a long photo', () => {
  const wide = { width: 20_000, height: 1500, color: '#a1b2c3' };
  const tall = { width: 1500, height: 20_000, color: '#a1b2c3' };

  it('lies in its row as its middle does, and is told apart', () => {
    expect([wide, tall, photo].map(printClass)).toEqual(['r300', 'r40', 'r133']);
    expect([wide, tall, photo].map(partClass)).toEqual(['part-wide', 'part-tall', undefined]);
    expect([wide, tall, photo].map((one) => longHint(one).slice(0, 4))).toEqual([
      '横に長い',
      '縦に長い',
      '',
    ]);
    expect(longHint({ width: 3000, height: 1000 })).toContain('横に長い');
    expect(partClass({ width: 3000, height: 1000 })).toBeUndefined();
  });

  it('brings its rules along, which nothing needs to escape', () => {
    expect(photoRules([photo])).not.toContain('part-');
    const rules = photoRules([photo, wide]);
    expect(rules).toContain('.part-wide');
    expect(escaped(rules)).toBe(rules);
    expect(rules).toContain('.r1333{--ratio:13.33}');
    expect(rules).toContain('.r300{--ratio:3}');
  });

  it('is loaded as wide as it is behind its middle', () => {
    expect(columnSizes(photo)).toBe('(max-width:539px) 344px,520px');
    expect(columnSizes(wide)).toBe('(max-width:539px) 1529px,2311px');
  });
});

describe('pairs', () => {
  it('leaves the last of an odd number single', () => {
    expect(pairs([1, 2, 3])).toEqual([[1, 2], [3]]);
    expect(pairs([])).toEqual([]);
  });
});
