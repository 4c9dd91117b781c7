import { MAX_UPLOAD_BYTES } from './photo-limits.ts';

/** Per facility: enough for dozens of people, and a day's broken connections. */
export const MAX_UNCLAIMED_BYTES = 40 * MAX_UPLOAD_BYTES;
export const MAX_UNCLAIMED_FILES = 1000;
/** Retry-After in seconds. */
export const UNCLAIMED_WAIT_S = 30;

export interface Unclaimed {
  files: number;
  bytes: number;
}

export const isWithinBounds = ({ files, bytes }: Unclaimed): boolean =>
  files <= MAX_UNCLAIMED_FILES && bytes <= MAX_UNCLAIMED_BYTES;
