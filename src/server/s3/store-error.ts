const AWAY = 'STORE_AWAY';

const MISSING = ['NoSuchKey', 'NotFound', 'ENOENT'];
/** Codes of several stores, and of the disk where something is spooled. */
const FULL = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'ENOSPC'];

/** An error with a code, as those of files have: what handles a folder handles a bucket. */
export class StoreError extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** `NoSuchBucket` is a 404 too, and must not look like a photo that is gone. */
export const isMissing = (error: unknown): boolean => MISSING.includes(nameOf(error));

/**
 * ENOENT for a missing object, EDQUOT for a full store, STORE_AWAY for all else: unreachable, slow,
 * refusing, failing. The message names no key, since keys are the ids of photos.
 */
export function asStoreError(error: unknown, doing: string): StoreError {
  if (error instanceof StoreError) return error;
  // A list is of no object: whoever answers so is no store.
  if (isMissing(error) && doing !== 'LIST')
    return new StoreError('ENOENT', `${doing}: no such object`, error);
  const name = nameOf(error);
  const status = statusOf(error);
  const { code } = error as { code?: string };
  const isFull = FULL.includes(name) || FULL.includes(code ?? '') || status === 507;
  const why = [name, status, code].filter(Boolean).join(' ');
  return new StoreError(isFull ? 'EDQUOT' : AWAY, `${doing}: ${why}`, error);
}
