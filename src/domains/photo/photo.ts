import { z } from 'zod';
import { sent } from '#lib/input.ts';
import { FALLBACK, LARGEST, MASTER, PREVIEW, RECIPE } from '#lib/picture-recipe.ts';
import type { Size } from '#lib/picture-size.ts';
import { variantSize } from '#lib/picture-size.ts';
import { oneLine } from '#lib/text.ts';
import { MAX_UPLOAD_BYTES, TYPE_REFUSAL, mayBePicture, tidyLabel } from './photo-limits.ts';

export const SLOT_LIFETIME_MS = 30 * 60 * 1000;
/** Longer than any turning takes. */
export const TURN_LIFETIME_MS = 15 * 60 * 1000;
export const UNCLAIMED_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The files made by the background job, without the preview. */
export const RENDERED_FILES: readonly string[] = [
  ...RECIPE.webp.slice(1).map(({ name }) => name),
  FALLBACK,
  MASTER,
];
/** What every finished photo has. */
export const PHOTO_FILES: readonly string[] = [PREVIEW, ...RENDERED_FILES];
/** What a photo may have and pages may ask for. */
export const ALL_FILES: readonly string[] = [...PHOTO_FILES, LARGEST];
/** Shown instead of the largest size where that cannot be had. */
export const NEXT_LARGEST = RECIPE.webp.at(-1)?.name ?? PREVIEW;

/** Whether a photo is shown larger than in the next largest size. */
export function hasLargest(photo: Size): boolean {
  const widths = RECIPE.webp.map((bounds) => variantSize(photo, bounds).width);
  return variantSize(photo, RECIPE.largest).width > Math.max(...widths);
}

export const contentTypeOf = (file: string): string =>
  file.endsWith('.webp') ? 'image/webp' : 'image/jpeg';

const noName = 'ファイル名がありません。';
const longName = 'ファイル名が長すぎます。';
const wrongSum = 'チェックサムが正しくありません。';

/** The `blob` of a direct upload's first step (contract.md#direct-upload). */
export const DirectUploadInput = z.strictObject({
  blob: z.strictObject({
    filename: sent(noName, 255, longName).overwrite(oneLine).min(1, noName).max(255, longName),
    /** Never what the photo is, nor what it is served as: that its content says. */
    content_type: sent(TYPE_REFUSAL, 255).overwrite(tidyLabel).refine(mayBePicture, TYPE_REFUSAL),
    byte_size: z
      .number('ファイルの大きさがわかりません。')
      .int('ファイルの大きさがわかりません。')
      .min(1, '空のファイルです。')
      .max(MAX_UPLOAD_BYTES, '写真は25MBまでです。'),
    checksum: sent(wrongSum, 24).regex(/^[A-Za-z0-9+/]{22}==$/, wrongSum),
  }),
});

export type DirectUploadInput = z.output<typeof DirectUploadInput>;

export const DirectUploadOutput = z.object({
  id: z.string(),
  key: z.string(),
  filename: z.string(),
  content_type: z.string(),
  byte_size: z.number(),
  checksum: z.string(),
  signed_id: z.string(),
  direct_upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
});

export type DirectUpload = z.output<typeof DirectUploadOutput>;

/** Ready for an `<img>` or `<picture>` (contract.md#items). */
export const ImagesSchema = z.object({
  src: z.string(),
  /** `srcset` per format. */
  srcset: z.object({ webp: z.string(), jpeg: z.string() }),
  /** The largest picture, for downloads. */
  master: z.string().nullable(),
});
export type Images = z.output<typeof ImagesSchema>;

/**
 * The URLs of a stored photo.
 * @param address turns a file's name into its URL for staff or for one family
 */
export function imagesOf(
  photo: Size & { ready: boolean },
  address: (file: string) => string,
): Images {
  if (!photo.ready) {
    return {
      src: address(PREVIEW),
      srcset: { webp: `${address(PREVIEW)} 360w`, jpeg: '' },
      master: null,
    };
  }
  const webp = sizesFor(photo).map(({ name, width }) => `${address(name)} ${width}w`);
  const { width: jpegWidth } = variantSize(photo, RECIPE.fallback);
  return {
    src: address(FALLBACK),
    srcset: { webp: webp.join(', '), jpeg: `${address(FALLBACK)} ${jpegWidth}w` },
    master: address(MASTER),
  };
}

const SIZES = [...RECIPE.webp, RECIPE.largest];

/** Variants up to the last that is larger than the one before. */
function sizesFor(photo: Size): { name: string; width: number }[] {
  const sizes = SIZES.map((size) => ({ name: size.name, ...variantSize(photo, size) }));
  return sizes.filter(({ width }, at) => width > (sizes[at - 1]?.width ?? 0));
}
