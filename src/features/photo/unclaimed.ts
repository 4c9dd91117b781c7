import { MAX_UPLOAD_BYTES } from './photo-limits.ts';

/**
 * Limit of uploads in progress or unclaimed, per facility. A browser sends three photos at a time
 * and claims each at once, so this allows for dozens of people and a day's broken connections.
 */
export const MAX_UNCLAIMED_BYTES = 40 * MAX_UPLOAD_BYTES;
export const MAX_UNCLAIMED_FILES = 1000;
/** Retry-After in seconds for a browser that has to wait. */
export const UNCLAIMED_WAIT_S = 30;

export interface Unclaimed {
  files: number;
  bytes: number;
}

export const isWithinBounds = ({ files, bytes }: Unclaimed): boolean =>
  files <= MAX_UNCLAIMED_FILES && bytes <= MAX_UNCLAIMED_BYTES;
