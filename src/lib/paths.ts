import * as paths from './page-paths.ts';

export type { LetterReader, LetterTokens } from './page-paths.ts';

/** Names the person for whom a page was made, with its calls. */
export const STAFF_HEADER = 'X-Staff';

/** Every path that code or tests use (domain.md#pages); a page's scripts carry only those they name. */
export { paths };
