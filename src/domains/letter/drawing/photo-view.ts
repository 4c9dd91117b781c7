import { createHash } from 'node:crypto';
import type { Item } from '#domains/item/item.ts';
import type { Markup } from '#lib/html.ts';
import { escaped } from '#lib/html.ts';
import { FALLBACK, RECIPE } from '#lib/picture-recipe.ts';
import { flatCss } from './flat-css.ts';

interface Shape {
  width: number;
  height: number;
  color: string;
}

/** The nearest of six steps for each first digit of a channel. */
const STEPS = '00333666999cccff';
const LETTER_BIT = 0x40;

/** Not by `parseInt`, which took a fiftieth of a letter. A missing digit is taken for a light one. */
function step(color: string, at: number): string {
  const code = color.charCodeAt(at);
  if (Number.isNaN(code)) return 'f';
  return STEPS.charAt((code & 0xf) + (code & LETTER_BIT ? 9 : 0));
}

/**
 * `#a1b2c3` as `9cc`: six steps per channel are enough while a photo loads, and so few colours that
 * a letter of thirty photos is 200 bytes shorter.
 */
const shortColor = (color: string): string => step(color, 1) + step(color, 3) + step(color, 5);

/** Aspect ratio in hundredths. */
const ratioOf = ({ width, height }: Omit<Shape, 'color'>): number =>
  Math.round((100 * width) / height);

export const colorClass = (photo: Shape): string => `c${shortColor(photo.color)}`;
export const ratioClass = (photo: Shape): string => `r${ratioOf(photo)}`;

/** What an `<img>` of a letter shows. */
export const imageOf = (item: Item) => ({
  class: colorClass(item),
  src: item.images.src,
  width: item.width,
  height: item.height,
  alt: '写真',
});

const unique = <T>(values: T[]): T[] => [...new Set(values)].sort();

/** Inline style attributes are blocked, so colours and shapes become rules, each written once. */
export function photoRules(photos: readonly Shape[]): string {
  const colors = unique(photos.map(({ color }) => shortColor(color)));
  const ratios = unique(photos.map(ratioOf));
  return [
    ...colors.map((color) => `.c${color}{background:#${color}}`),
    ...ratios.map((ratio) => `.r${ratio}{--ratio:${ratio / 100}}`),
  ].join('');
}

/**
 * The only style sheet of a family page.
 * @param rules of its photos
 * @returns the text and its CSP hash, which the page must pass to `Astro.csp`
 */
export function pageStyle(css: string, rules: string) {
  const text = flatCss(css) + rules;
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` as const };
}

/** Phones of 360 to 430 px load the 720 file at a density of 2, the 1080 one at 3. */
export const PHONE_SIZES = '(max-width:539px) 344px';

/** Widths for phones and columns; 1920 px is for the large view only. */
const [SMALLEST, ...LETTER_SIZES] = RECIPE.webp;

/** Up to the first size as large as the photo. @param folder the address of its files */
export function letterSrcset(folder: Markup, photoWidth: number): Markup {
  if (SMALLEST && SMALLEST.width >= photoWidth) {
    return `${folder}${SMALLEST.name} ${photoWidth}w` as Markup;
  }
  let candidates = '';
  for (const { name, width } of LETTER_SIZES) {
    if (candidates !== '') candidates += ', ';
    candidates += `${folder}${name} ${Math.min(width, photoWidth)}w`;
    if (width >= photoWidth) break;
  }
  return candidates as Markup;
}

/** Rows of two; the last may have one. */
export function pairs<T>(photos: readonly T[]): T[][] {
  const rows: T[][] = [];
  for (const [index, photo] of photos.entries()) {
    if (index % 2 === 0) rows.push([photo]);
    else rows.at(-1)?.push(photo);
  }
  return rows;
}

interface Shown {
  /** In the page's pixels. */
  width: number;
  height: number;
  /** Loads at once, before all others. */
  isFirst: boolean;
  /** The widest column, in pixels. */
  column?: number;
}

/** A photo on the web. Plain templates: see `photoPrint`. @param photo `folder`: as `letterSrcset` */
export function webPicture(
  photo: Shape & { folder: string },
  { width, height, isFirst, column = 520 }: Shown,
): Markup {
  const folder = escaped(photo.folder);
  const when = isFirst ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"';
  return `<picture><source type="image/webp" sizes="${PHONE_SIZES},${column}px" srcset="${letterSrcset(folder, photo.width)}"><img class="${escaped(colorClass(photo))}" src="${folder}${FALLBACK}" width="${width}" height="${height}" alt="写真" ${when}></picture>` as Markup;
}
