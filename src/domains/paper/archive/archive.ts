import type { CivilDate, YearMonth } from '#lib/calendar.ts';

/** A photo as an archive holds it. */
export interface KeptPhoto {
  /** Its file in the archive; null if it could not be read. */
  file: string | null;
  takenOn: CivilDate;
  caption: string;
  /** The resident's, not the whole facility's. */
  isOwn: boolean;
  width: number;
  height: number;
}

/** A family's own words, and when they arrived. */
export interface KeptAnswer {
  body: string;
  on: CivilDate;
  /** The facility's. */
  reply?: string | undefined;
}

/** A month's letter to one resident's families. */
export interface KeptLetter {
  yearMonth: YearMonth;
  title: string;
  body: string;
  note: string;
  /** The one after a death. */
  isLast: boolean;
  /** When an early letter is complete. */
  dueOn: CivilDate | null;
  photos: KeptPhoto[];
  /** What the family that takes it wrote about it. */
  answers: readonly KeptAnswer[];
  cover: KeptPhoto | null;
}

/** The sender of the letters. */
export interface KeptFacility {
  name: string;
  postcode: string;
  /** In one line. */
  address: string;
  phone: string;
}

/** What all pages of an archive have in common. */
export interface Keepsake {
  facility: KeptFacility;
  /** The day it was made. */
  madeOn: CivilDate;
}

export const missingIn = (letters: readonly Pick<KeptLetter, 'photos'>[]): number =>
  letters.reduce((sum, { photos }) => sum + photos.filter(({ file }) => file === null).length, 0);
