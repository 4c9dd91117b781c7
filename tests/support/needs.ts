import type { TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why it was skipped, which the summary says. */
    skipped?: string;
  }
}

/** Options of a test, or of a group, that runs only under a condition. @param otherwise why not */
export const needs = (isThere: boolean, otherwise: string): TestOptions =>
  isThere ? {} : { skip: true, meta: { skipped: otherwise } };
