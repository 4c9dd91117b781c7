import { MASTER_EDGE } from './picture-size.ts';

/** Made before the upload is acknowledged. */
export const PREVIEW = '360.webp';
/** The one format that every phone shows. */
export const FALLBACK = 'photo.jpg';
/** The size made when it is first asked for; old photos have it already. */
export const LARGEST = '1920.webp';
/** Kept for ever: upright, without metadata. */
export const MASTER = 'master.jpg';

/** How large each is says `picture-size.ts`. Phones take 720 or 1080, grids 360 (performance.md#a-letter). */
export const RECIPE = {
  pixelLimits: { jpeg: 110_000_000, png: 50_000_000 },
  webp: [
    { name: PREVIEW, width: 360, quality: 75, effort: 4 },
    { name: '720.webp', width: 720, quality: 73, effort: 4, maxBytes: 52 * 1024 },
    { name: '1080.webp', width: 1080, quality: 64, effort: 2, maxBytes: 68 * 1024 },
  ],
  // Rarely opened: half the CPU is worth 6 % more bytes. A panorama is looked at along its length.
  largest: { name: LARGEST, width: 1920, pixels: 4_000_000, quality: 72, effort: 2 },
  fallback: { name: FALLBACK, width: 720, quality: 72 },
  master: { name: MASTER, edge: MASTER_EDGE, quality: 88 },
};
