export interface FailedPhotos {
  /** After all retries; another may succeed. */
  count: number;
  /** Preview URLs of photos that can never be processed and have to be deleted. */
  unusable: string[];
}

export const isNoneFailed = ({ count, unusable }: FailedPhotos): boolean =>
  count + unusable.length === 0;
