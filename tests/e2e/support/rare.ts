/** A second device, or what hardly happens: `npm run test:engines` runs these, `npm test` does not. */
export const RARE = { tag: '@rare' };
