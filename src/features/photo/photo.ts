import { z } from 'zod';
import { oneLine } from '../../lib/text.ts';
import { ACCEPTED_TYPES, HEIC_REFUSAL, MAX_UPLOAD_BYTES, TYPE_REFUSAL } from './photo-limits.ts';

/** What uploads take (domain.md#photos). */
export { ACCEPTED_TYPES, MAX_UPLOAD_BYTES } from './photo-limits.ts';
export const SLOT_LIFETIME_MS = 30 * 60 * 1000;
export const UNCLAIMED_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Made before the photo is acknowledged, so that staff see it at once. */
export const PREVIEW = '360.webp';
/** The one size in a format that every phone shows. */
export const FALLBACK = 'photo.jpg';
/** What is kept for ever: upright, without metadata. */
export const MASTER = 'master.jpg';

/**
 * Widths by what phones ask for: 360 to 430 CSS pixels at a density of 2 to 3 take 720 or 1080;
 * 360 is for grids of thumbnails, 1920 for the large view. Qualities as measured in
 * `docs/performance.md`: a dense screen forgives more than a coarse one
 * (performance.md#which-file-a-phone-takes).
 */
export const RECIPE = {
  pixelLimits: { jpeg: 110_000_000, png: 50_000_000 },
  webp: [
    { name: PREVIEW, width: 360, quality: 75, effort: 4 },
    { name: '720.webp', width: 720, quality: 73, effort: 4 },
    { name: '1080.webp', width: 1080, quality: 64, effort: 4 },
    // Few open the large view: half the CPU is worth 6 % more bytes there.
    { name: '1920.webp', width: 1920, quality: 72, effort: 2 },
  ],
  light: { width: 1080, maxBytes: 60 * 1024 },
  fallback: { name: FALLBACK, width: 720, quality: 72 },
  master: { name: MASTER, edge: 4096, quality: 88 },
};

/** The files that the background job makes, beside the preview. */
export const RENDERED_FILES: readonly string[] = [
  ...RECIPE.webp.slice(1).map(({ name }) => name),
  FALLBACK,
  MASTER,
];
export const PHOTO_FILES: readonly string[] = [PREVIEW, ...RENDERED_FILES];

export const contentTypeOf = (file: string): string =>
  file.endsWith('.webp') ? 'image/webp' : 'image/jpeg';

/** The `blob` of a direct upload's first step (contract.md#direct-upload). */
export const DirectUploadInput = z.strictObject({
  blob: z.strictObject({
    filename: z
      .string()
      .overwrite(oneLine)
      .min(1, 'ファイル名がありません。')
      .max(255, 'ファイル名が長すぎます。'),
    content_type: z.enum(ACCEPTED_TYPES, {
      error: ({ input }) => (/^image\/hei[cf]/.test(String(input)) ? HEIC_REFUSAL : TYPE_REFUSAL),
    }),
    byte_size: z
      .number('ファイルの大きさがわかりません。')
      .int('ファイルの大きさがわかりません。')
      .min(1, '空のファイルです。')
      .max(MAX_UPLOAD_BYTES, '写真は25MBまでです。'),
    checksum: z.string().regex(/^[A-Za-z0-9+/]{22}==$/, 'チェックサムが正しくありません。'),
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
  /** The largest picture there is, for saving. */
  master: z.string().nullable(),
});
export type Images = z.output<typeof ImagesSchema>;

/**
 * The addresses of a stored photo.
 * @param address turns a file's name into its address for staff or for one family.
 */
export function imagesOf(
  photo: { width: number; ready: boolean },
  address: (file: string) => string,
): Images {
  if (!photo.ready) {
    return {
      src: address(PREVIEW),
      srcset: { webp: `${address(PREVIEW)} 360w`, jpeg: '' },
      master: null,
    };
  }
  const webp = sizesFor(photo.width).map(
    ({ name, width }) => `${address(name)} ${Math.min(width, photo.width)}w`,
  );
  const jpegWidth = Math.min(RECIPE.fallback.width, photo.width);
  return {
    src: address(FALLBACK),
    srcset: { webp: webp.join(', '), jpeg: `${address(FALLBACK)} ${jpegWidth}w` },
    master: address(MASTER),
  };
}

/** Not larger than the photo: the first size that holds all of it is its last. */
function sizesFor(photoWidth: number) {
  const last = RECIPE.webp.findIndex(({ width }) => width >= photoWidth);
  return last < 0 ? RECIPE.webp : RECIPE.webp.slice(0, last + 1);
}
