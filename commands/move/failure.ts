const FAILED = 'The present database and photos are as they were: the server can be started again.';
const AGAIN = 'What was copied is no harm, and is used when the same command runs again.';

/** What the operator reads when a move did not come to its end. */
export const failureOf = (error: unknown): string =>
  `Not moved: ${error instanceof Error ? error.message : String(error)}\n${FAILED} ${AGAIN}`;
