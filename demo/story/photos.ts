import type { Month } from './letters.ts';
import type { StoryPhoto } from './photo.ts';
import { NOVEMBER, OCTOBER, SEPTEMBER } from './photos-autumn.ts';
import { APRIL, MARCH, MAY } from './photos-spring.ts';
import { AUGUST, JULY, JUNE } from './photos-summer.ts';
import { DECEMBER, FEBRUARY, JANUARY } from './photos-winter.ts';

export const PHOTOS: Readonly<Record<Month, readonly StoryPhoto[]>> = {
  1: JANUARY,
  2: FEBRUARY,
  3: MARCH,
  4: APRIL,
  5: MAY,
  6: JUNE,
  7: JULY,
  8: AUGUST,
  9: SEPTEMBER,
  10: OCTOBER,
  11: NOVEMBER,
  12: DECEMBER,
};
