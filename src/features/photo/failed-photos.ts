/** Photos whose pictures could not be made. */
export interface FailedPhotos {
  /** Failed after all tries; they may be tried again. */
  count: number;
  /** Addresses of the previews of those that no try could make: they have to go. */
  unusable: string[];
}

export const isNoneFailed = ({ count, unusable }: FailedPhotos): boolean =>
  count + unusable.length === 0;
