/** Codes of pg and of the system for a connection that could not be made or that broke. */
const BROKEN = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/**
 * SQLSTATE: connection exceptions, a server that stops, crashed, starts, or has no connection left,
 * or that became read-only, as one does that another has replaced: the next connection may reach that.
 */
const SQL_STATES = /^(?:08...|57P0[1-5]|53300|25P03|25006)$/;
/** Errors of the library without a code. */
const WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/** PostgreSQL did not answer. What was sent last may have happened or not. */
class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY';
}

export const isAway = (error: unknown): error is DatabaseAway => error instanceof DatabaseAway;

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as { code?: string };
  return BROKEN.includes(code) || SQL_STATES.test(code) || WORDS.test(error.message);
}

/**
 * For a promise of PostgreSQL's. No function that awaits: its name would be where every error of a
 * query seems to come from.
 * @throws DatabaseAway if it cannot be reached, else the error
 */
export function throwAway(error: unknown): never {
  if (!isBroken(error)) throw error;
  throw new DatabaseAway((error as Error).message, { cause: error });
}
