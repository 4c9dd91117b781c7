import { inject } from 'vitest';

/** Whether the tests' databases are files: what is about SQLite itself runs only there. */
export const onFile = inject('postgres') === null;
