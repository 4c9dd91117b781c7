import { createHash } from 'node:crypto';
import type { Item } from '#domains/item/item.ts';
import type { Markup } from '#lib/html.ts';
import { escaped } from '#lib/html.ts';
import { FALLBACK, RECIPE } from '#lib/picture-recipe.ts';
import type { Size } from '#lib/picture-size.ts';
import { longSide, variantSize } from '#lib/picture-size.ts';
import { flatCss } from './flat-css.ts';

interface Shape extends Size {
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
const ratioOf = ({ width, height }: Size): number => Math.round((100 * width) / height);

/** In rows and on covers a longer picture shows the middle of it (domain.md#photos). */
const LEAST = 40;
const MOST = 300;
const printRatioOf = (photo: Size): number => Math.min(MOST, Math.max(LEAST, ratioOf(photo)));

export const colorClass = (photo: Shape): string => `c${shortColor(photo.color)}`;
/** The whole picture's. */
export const ratioClass = (photo: Size): string => `r${ratioOf(photo)}`;
/** For what is shown in rows and on covers. */
export const printClass = (photo: Size): string => `r${printRatioOf(photo)}`;

/** The class of a `<picture>` that shows only the middle, by `PART_RULES`. */
export function partClass(photo: Size): 'part-wide' | 'part-tall' | undefined {
  const ratio = ratioOf(photo);
  if (ratio > MOST) return 'part-wide';
  return ratio < LEAST ? 'part-tall' : undefined;
}

/**
 * Without signs that HTML escapes. `aspect-ratio` is newer than the phones. Paper, which nobody can
 * press, shows the whole.
 */
export const PART_RULES =
  '@media screen{.part-wide,.part-tall{display:block;position:relative;padding-top:33.33%}' +
  '.part-tall{padding-top:250%}' +
  '.part-wide img,.part-tall img{position:absolute;top:0;left:0;width:100%;height:100%;margin:0;object-fit:cover}}' +
  '@media print{.part-tall img{max-height:230mm;object-fit:contain}}';

/** What a press on a picture shows that is hard to see in a column. */
export function longHint(photo: Size): string {
  const side = longSide(photo);
  if (side === null) return '';
  return `${side === 'wide' ? '横' : '縦'}に長い写真です。押すと、全体を大きく見られます。`;
}

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
  const ratios = unique(photos.flatMap((photo) => [ratioOf(photo), printRatioOf(photo)]));
  return [
    ...(photos.some(partClass) ? [PART_RULES] : []),
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
const PHONE_COLUMN = 344;
const COLUMN = 520;
export const PHONE_SIZES = `(max-width:539px) ${PHONE_COLUMN}px`;

/** How wide a picture is that fills a column, of which only the middle may be seen. */
export function columnSizes(photo: Size, column = COLUMN): string {
  if (partClass(photo) !== 'part-wide') return `${PHONE_SIZES},${column}px`;
  const whole = (width: number): number => Math.round((width * ratioOf(photo)) / MOST);
  return `(max-width:539px) ${whole(PHONE_COLUMN)}px,${whole(column)}px`;
}

/** Widths for phones and columns; 1920 px is for the large view only. */
const [SMALLEST, ...LETTER_SIZES] = RECIPE.webp;

/** Up to the last size that is larger than the one before. @param folder the address of its files */
function letterSrcset(folder: Markup, photo: Size): Markup {
  if (SMALLEST && SMALLEST.width >= photo.width) {
    return `${folder}${SMALLEST.name} ${photo.width}w` as Markup;
  }
  let candidates = '';
  let last = 0;
  for (const bounds of LETTER_SIZES) {
    const { width } = variantSize(photo, bounds);
    if (width <= last) break;
    if (last > 0) candidates += ', ';
    candidates += `${folder}${bounds.name} ${width}w`;
    last = width;
  }
  return candidates as Markup;
}

/** On a shelf. */
export const coverSizes = (photo: Size): string =>
  partClass(photo) === 'part-wide' ? `${Math.round((160 * ratioOf(photo)) / MOST)}px` : '160px';

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
  { width, height, isFirst, column }: Shown,
): Markup {
  const folder = escaped(photo.folder);
  const when = isFirst ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"';
  const part = partClass(photo);
  return `<picture${part ? ` class="${part}"` : ''}><source type="image/webp" sizes="${columnSizes(photo, column)}" srcset="${letterSrcset(folder, photo)}"><img class="${escaped(colorClass(photo))}" src="${folder}${FALLBACK}" width="${width}" height="${height}" alt="写真" ${when}></picture>` as Markup;
}
