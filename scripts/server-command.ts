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
