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
 * (performance.md#which-variant-a-browser-loads).
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
