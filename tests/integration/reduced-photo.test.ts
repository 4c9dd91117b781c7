import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEAD_BYTES, readJpeg, withDay } from '#client/jpeg.ts';
import { RECIPE } from '#lib/picture-recipe.ts';
import { inspect } from '#server/image/inspect.ts';
import { readCorpus } from '../support/corpus.ts';
import { DATE_TIME_DIGITIZED, DATE_TIME_ORIGINAL, carrying, exifBlock } from '../support/exif.ts';
import { jpeg, png } from '../support/pictures.ts';

/** What a phone reads and writes to make a photo smaller, against what the server reads. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-reduced-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const headOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes.subarray(0, HEAD_BYTES)).buffer;

async function dayOf(bytes: Buffer): Promise<string | null> {
  const file = path.join(folder, 'photo.jpg');
  await writeFile(file, bytes);
  return (await inspect(file, RECIPE.pixelLimits)).takenOn;
}

async function reduced(bytes: Buffer): Promise<Buffer> {
  const smaller = await sharp(bytes).autoOrient().resize(32).jpeg().toBuffer();
  const facts = readJpeg(headOf(bytes));
  const kept = withDay(new Blob([new Uint8Array(smaller)]), facts?.day ?? null);
  return Buffer.from(await kept.arrayBuffer());
}

test('a smaller photo keeps its day, and neither its place nor its turn', async () => {
  const picture = { width: 400, height: 300, takenAt: '2026:10:03 23:59:58', gps: true };
  const original = await jpeg({ ...picture, orientation: 6 });
  expect(readJpeg(headOf(original))).toEqual({ width: 400, height: 300, day: '2026-10-03' });
  const smaller = await reduced(original);
  expect(await dayOf(smaller)).toBe('2026-10-03');
  const { width, height, orientation, exif } = await sharp(smaller).metadata();
  expect([width, height, orientation]).toEqual([32, 43, undefined]);
  expect(exif?.length).toBeLessThan(80);
});

test('without a day it gets none', async () => {
  const smaller = await reduced(await jpeg({ width: 400, height: 300 }));
  expect([await dayOf(smaller), (await sharp(smaller).metadata()).exif]).toEqual([null, undefined]);
});

const DAY = '2026:09:30 24:10:00\0\0';
const xmp = '<x exif:DateTimeOriginal="2026-09-30T08:00:00+09:00"/>';

test.each([
  ['an original day', { exif: exifBlock({ exif: [{ tag: DATE_TIME_ORIGINAL, text: DAY }] }) }],
  ['a scan', { exif: exifBlock({ order: 'MM', exif: [{ tag: DATE_TIME_DIGITIZED, text: DAY }] }) }],
  [
    'a day in another place',
    { exif: exifBlock({ image: [{ tag: DATE_TIME_ORIGINAL, text: DAY }] }) },
  ],
  [
    'a day of zeros before a scan',
    {
      exif: exifBlock({
        exif: [
          { tag: DATE_TIME_ORIGINAL, text: '0000:00:00 00:00:00\0' },
          { tag: DATE_TIME_DIGITIZED, text: DAY },
        ],
      }),
    },
  ],
  ['XMP alone', { xmp }],
])('the server reads %s, and a smaller photo keeps it', async (_name, blocks) => {
  const original = carrying(await jpeg({ width: 400, height: 300 }), blocks);
  expect(await dayOf(original)).toBe('2026-09-30');
  expect(await dayOf(await reduced(original))).toBe('2026-09-30');
});

test('of two EXIF blocks phone and server read the same', async () => {
  const block = (text: string) => exifBlock({ exif: [{ tag: DATE_TIME_ORIGINAL, text }] });
  const inner = carrying(await jpeg({ width: 400, height: 300 }), { exif: block('2026:10:02\0') });
  const bytes = carrying(inner, { exif: block('2026:10:01\0') });
  expect(readJpeg(headOf(bytes))?.day).toBe(await dayOf(bytes));
});

test('a day in a PNG is read', async () => {
  const withExif = await sharp(await png())
    .withExif({ IFD2: { DateTimeDigitized: '2026:09:30 24:10:00' } })
    .png()
    .toBuffer();
  expect(await dayOf(withExif)).toBe('2026-09-30');
  expect(await dayOf(await png())).toBeNull();
});

test('what is no JPEG, or ends early, is left alone', async () => {
  const whole = await jpeg({ width: 400, height: 300, takenAt: '2026:10:03 10:00:00' });
  expect(readJpeg(headOf(await png()))).toBeNull();
  for (let length = 0; length < 200; length += 1) {
    expect(readJpeg(headOf(whole.subarray(0, length)))?.width ?? 400).toBe(400);
  }
});

test.each(readCorpus('photos').filter(({ name }) => /jpe?g$/i.test(name)))(
  'the day and size of $name are those that the server reads',
  async ({ file, width, height }) => {
    const bytes = await readFile(file);
    const facts = readJpeg(headOf(bytes));
    expect(facts).toEqual({ width, height, day: await dayOf(bytes) });
  },
);
