import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { YearMonth } from '#lib/calendar.ts';
import { addDays, addMonths, yearMonthOf } from '#lib/calendar.ts';
import { cameraDay } from '#lib/camera-day.ts';
import { readPicture } from '../demo/pictures.ts';
import { planPhotos } from '../demo/plan.ts';
import { RESIDENTS } from '../demo/story.ts';

const FOLDER = path.join(path.dirname(import.meta.dirname), 'demo/pictures');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jpg'));
const plans = Array.from({ length: 366 }, (_, day) => planPhotos(addDays('2028-01-01', day)));

/** Pictures that a viewer sees again before a number of months has passed. */
function seenAgain(photos: ReturnType<typeof planPhotos>, months: number): string[] {
  const last = new Map<string, YearMonth>();
  return photos
    .toSorted((a, b) => a.takenOn.localeCompare(b.takenOn))
    .flatMap(({ picture, takenOn }) => {
      const before = last.get(picture);
      last.set(picture, yearMonthOf(takenOn));
      const isAgain = before !== undefined && addMonths(before, months) > yearMonthOf(takenOn);
      return isAgain ? [`${picture} on ${takenOn}`] : [];
    });
}

test('no family sees a picture twice within a year, nor staff within a month, on any day', () => {
  for (const plan of plans) {
    expect(seenAgain(plan, 1)).toEqual([]);
    for (const resident of RESIDENTS.keys()) {
      const letters = plan.filter(({ places }) =>
        places.some((place) => place === null || place === resident),
      );
      expect(seenAgain(letters, 12), RESIDENTS[resident]?.name).toEqual([]);
    }
  }
});

test('every picture is used', () => {
  const used = new Set(plans.flatMap((plan) => plan.map(({ picture }) => picture)));
  expect(files.filter((file) => !used.has(file))).toEqual([]);
});

test('each picture takes the day that the story gives it, and is another file on another', async () => {
  for (const file of files) {
    const picture = await readPicture(file, '2027-03-14 15:20');
    const { exif } = await sharp(picture).metadata();
    expect(cameraDay({ exif }), file).toBe('2027-03-14');
    expect(picture.equals(await readPicture(file, '2027-03-15 15:20')), file).toBe(false);
    expect(picture.includes('2026:01:01'), file).toBe(false);
  }
});
