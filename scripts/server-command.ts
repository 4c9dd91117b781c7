/**
 * How Node runs the built server; `npm start`, the image and the unit file say the same. Half of
 * the memory that Node takes by default for young objects would only lie there: 107 MB idle
 * against 117, at the same speed. What outlives its youth is little, 25 MB; without a limit Node
 * lets the rest lie until there are 120 of it: 148 MB after 40,000 letters against 203.
 */
export const SERVER_ARGS = [
  '--max-semi-space-size=2',
  '--max-old-space-size=256',
  'dist/server/entry.mjs',
];

/**
 * For the memory below Node's, where glibc is: few arenas, and what is freed goes back at once.
 * The image and the unit file set the same.
 */
export const SERVER_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
