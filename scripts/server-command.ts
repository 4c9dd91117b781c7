/**
 * As in the image and the unit file. A semi-space of 4 MB takes 6 MB more when idle than the
 * smallest, and a tenth less CPU for letters opened for the first time; without a limit the old
 * space, which needs 25 MB, grows to 120 before collection. V8 would put what letters are made of
 * into the old space at once, since with so small a semi-space some of it survives. Its four threads
 * would collect and compile at our own priority, which left the event loop a fifth of a single core
 * for up to 150 ms: with one, the slowest of every hundred letters on the 1st takes two thirds.
 */
export const SERVER_ARGS = [
  '--max-semi-space-size=4',
  '--max-old-space-size=256',
  '--no-allocation-site-pretenuring',
  '--v8-pool-size=1',
  'dist/server/entry.mjs',
];

/**
 * For glibc: few arenas, and memory is returned at once. For the allocator of password hashes too,
 * which would keep 19 MB for each of four threads. As in the image and the unit file.
 */
export const SERVER_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MIMALLOC_PURGE_DELAY: '0',
};
