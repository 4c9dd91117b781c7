import { createHash } from 'node:crypto';
import type { Item } from '#features/item/item.ts';
import { RECIPE } from '#features/photo/photo.ts';
import { flatCss } from './flat-css.ts';

interface Shape {
  width: number;
  height: number;
  color: string;
}

/** `#a1b2c3` as `abc`: sixteen steps per channel are enough while a photo loads. */
const shortColor = (color: string): string =>
  [1, 3, 5].map((at) => color.charAt(at) || 'e').join('');

/** Aspect ratio in hundredths. */
const ratioOf = ({ width, height }: Shape): number => Math.round((100 * width) / height);

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

const unique = (rules: string[]): string => [...new Set(rules)].sort().join('');

/** Inline style attributes are blocked, so colours and shapes become rules, each written once. */
export function photoRules(photos: readonly Shape[]): string {
  const colors = photos.map(
    (photo) => `.${colorClass(photo)}{background:#${shortColor(photo.color)}}`,
  );
  const ratios = photos.map((photo) => `.${ratioClass(photo)}{--ratio:${ratioOf(photo) / 100}}`);
  return unique(colors) + unique(ratios);
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

/** Widths for phones and columns; 1920 px is for the large view only. */
const [SMALLEST, ...LETTER_SIZES] = RECIPE.webp;

/** @param folder the address of the photo's files */
export function letterSrcset(folder: string, photoWidth: number): string {
  const enough = LETTER_SIZES.findIndex(({ width }) => width >= photoWidth);
  const sizes = enough < 0 ? LETTER_SIZES : LETTER_SIZES.slice(0, enough + 1);
  const offered = SMALLEST && SMALLEST.width >= photoWidth ? [SMALLEST] : sizes;
  return offered
    .map(({ name, width }) => `${folder}${name} ${Math.min(width, photoWidth)}w`)
    .join(', ');
}

/** Rows of two; the last may have one. */
export function pairs<T>(photos: readonly T[]): T[][] {
  return photos.flatMap((_, index) => (index % 2 === 0 ? [photos.slice(index, index + 2)] : []));
}
