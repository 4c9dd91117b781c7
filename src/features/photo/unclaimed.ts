import { MAX_UPLOAD_BYTES } from './photo-limits.ts';

/**
 * What a facility may have on the disk that is no photo yet: on its way, or uploaded and claimed
 * by no item. A browser sends three photos at a time and claims each at once, so this is for
 * dozens of people at work and for what a day's broken connections leave behind.
 */
export const MAX_UNCLAIMED_BYTES = 40 * MAX_UPLOAD_BYTES;
export const MAX_UNCLAIMED_FILES = 1000;
/** Seconds after which a browser that was told to wait asks again. */
export const UNCLAIMED_WAIT_S = 30;

export interface Unclaimed {
  files: number;
  bytes: number;
}

export const isWithinBounds = ({ files, bytes }: Unclaimed): boolean =>
  files <= MAX_UNCLAIMED_FILES && bytes <= MAX_UNCLAIMED_BYTES;
