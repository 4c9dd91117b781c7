import type { TestOptions } from 'vitest';
import { inject } from 'vitest';
import { needs } from './needs.ts';

/** Whether the tests' databases are files: what is about SQLite itself runs only there. */
export const onFile = inject('postgres') === null;

/** Options of a test, or of a group. @param why printed where `npm run test:postgres` skips it */
export const onlyOnFile = (why: string): TestOptions => needs(onFile, why);
