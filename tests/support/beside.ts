import type { Runtime } from '#server/runtime.ts';

/**
 * The same database as another of several processes has it: it shares nothing else that counts. The
 * folder's lock forbids that for a server on a file.
 */
export const beside = <R extends Runtime>(rt: R, id: string): R => ({
  ...rt,
  claimant: { id, isAlone: false },
});

/** The only process of its database, as one on a file is. */
export const alone = <R extends Runtime>(rt: R): R => ({
  ...rt,
  claimant: { id: 'alone', isAlone: true },
});
