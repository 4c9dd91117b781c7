/** Made before the upload is acknowledged. */
export const PREVIEW = '360.webp';
/** The one format that every phone shows. */
export const FALLBACK = 'photo.jpg';
/** Kept for ever: upright, without metadata. */
export const MASTER = 'master.jpg';

/** Phones take 720 or 1080, grids 360 (performance.md#which-variant-a-browser-loads). */
export const RECIPE = {
  pixelLimits: { jpeg: 110_000_000, png: 50_000_000 },
  webp: [
    { name: PREVIEW, width: 360, quality: 75, effort: 4 },
    { name: '720.webp', width: 720, quality: 73, effort: 4 },
    { name: '1080.webp', width: 1080, quality: 64, effort: 4 },
    // Rarely opened: half the CPU is worth 6 % more bytes.
    { name: '1920.webp', width: 1920, quality: 72, effort: 2 },
  ],
  light: { width: 1080, maxBytes: 60 * 1024 },
  fallback: { name: FALLBACK, width: 720, quality: 72 },
  master: { name: MASTER, edge: 4096, quality: 88 },
};
