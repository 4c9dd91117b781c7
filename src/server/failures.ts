import { AppError, busy, databaseAway, diskFull } from '#lib/errors.ts';

const FULL = 507;

/** Codes of the file system and of each database. */
const CODES = {
  diskFull: ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'],
  uniqueViolation: ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'],
  busy: ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_RECOVERY', '55P03'],
  away: ['DATABASE_AWAY'],
};

const has = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && codes.includes(String((error as { code?: unknown }).code));

export const isDiskFull = (error: unknown): boolean => has(error, CODES.diskFull);

/** A row with the same unique values exists. */
export const isUniqueViolation = (error: unknown): boolean => has(error, CODES.uniqueViolation);

/** Another process was writing for too long. */
export const isBusy = (error: unknown): boolean => has(error, CODES.busy);

/** Seconds. */
const BUSY_RETRY = 5;

/** Turns what passes, or has to be told, into AppErrors; returns other errors unchanged. */
export function asAppError(error: unknown): unknown {
  if (isBusy(error)) return busy(BUSY_RETRY, error);
  if (has(error, CODES.away)) return databaseAway(error);
  return isDiskFull(error) ? diskFull(error) : error;
}

/** Waits for a write that a full disk may refuse. */
export async function unlessFull(writing: Promise<unknown>): Promise<void> {
  await writing.catch((error: unknown) => {
    if (!isDiskFull(error) && !(error instanceof AppError && error.status === FULL)) throw error;
  });
}
