import { describe, expect, test } from 'vitest';
import { TYPE_REFUSAL } from './photo-limits.ts';
import { DirectUploadInput, ALL_FILES, contentTypeOf, imagesOf } from './photo.ts';
import { FALLBACK, MASTER, PREVIEW, RECIPE } from '#lib/picture-recipe.ts';
import { refusalOf } from './upload.ts';

const address = (file: string) => `/p/${file}`;
const widthsOf = (srcset: string) => srcset.split(', ').map((part) => part.split(' ')[1]);

describe('the pictures of a photo', () => {
  test('before its variants are made: only the preview', () => {
    expect(imagesOf({ width: 4000, height: 3000, ready: false }, address)).toEqual({
      src: `/p/${PREVIEW}`,
      srcset: { webp: `/p/${PREVIEW} 360w`, jpeg: '' },
      master: null,
    });
  });

  test('of a large one: every width, and the master to download', () => {
    const images = imagesOf({ width: 4000, height: 3000, ready: true }, address);
    expect(widthsOf(images.srcset.webp)).toEqual(['360w', '720w', '1080w', '1920w']);
    expect(images.srcset.jpeg).toBe(`/p/${FALLBACK} 720w`);
    expect(images.src).toBe(`/p/${FALLBACK}`);
    expect(images.master).toBe(`/p/${MASTER}`);
  });

  test.each([
    [1, ['1w']],
    [360, ['360w']],
    [361, ['360w', '361w']],
    [720, ['360w', '720w']],
    [1000, ['360w', '720w', '1000w']],
    [1920, ['360w', '720w', '1080w', '1920w']],
  ])('%i pixels wide: never declared wider than they are', (width, widths) => {
    const { srcset } = imagesOf({ width, height: width, ready: true }, address);
    expect(widthsOf(srcset.webp)).toEqual(widths);
    expect(widthsOf(srcset.jpeg)).toEqual([`${Math.min(width, 720)}w`]);
  });

  test.each([
    ['a panorama', 16_000, 4000, ['540w', '1080w', '1620w', '4000w']],
    ['a long screenshot', 1500, 20_000, ['360w', '614w']],
    ['a line', 65_000, 1, ['8192w']],
  ])('of %s: as wide as they are, and each once', (_what, width, height, widths) => {
    const { srcset } = imagesOf({ width, height, ready: true }, address);
    expect(widthsOf(srcset.webp)).toEqual(widths);
  });

  test('are existing files only', () => {
    const images = imagesOf({ width: 4000, height: 3000, ready: true }, (file) => file);
    const named = [images.src, images.master, ...images.srcset.webp.split(', ')];
    for (const file of named) expect(ALL_FILES).toContain(file?.split(' ')[0]);
  });
});

test('widths ascend and the preview is the first', () => {
  const widths = RECIPE.webp.map(({ width }) => width);
  expect(widths).toEqual([...widths].sort((a, b) => a - b));
  expect(RECIPE.webp[0]?.name).toBe(PREVIEW);
});

test('types by name', () => {
  expect(ALL_FILES.map(contentTypeOf)).toEqual(
    ALL_FILES.map((file) => (file.endsWith('.webp') ? 'image/webp' : 'image/jpeg')),
  );
});

test.each(['video/mp4', 'text/html', 'application/pdf'])(
  '%s is refused with the same message on the page and by the API',
  (type) => {
    const blob = { filename: 'IMG_0001', content_type: type, byte_size: 1, checksum: 'x' };
    const { error } = DirectUploadInput.safeParse({ blob });
    expect(error?.issues.map(({ message }) => message)).toContain(TYPE_REFUSAL);
    if (type !== 'video/mp4') expect(refusalOf({ type, size: 1 })).toBe(TYPE_REFUSAL);
  },
);
