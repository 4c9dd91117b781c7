import { expect, test } from 'vitest';
import { PhotoCache } from '#domains/letter/photo-cache.ts';
import type { ReadyPage } from './ready-pages.ts';
import { ReadyPages } from './ready-pages.ts';
import { headOf } from './safe-response.ts';

/** A slice of a larger buffer, as compression and concatenation return it. */
const part = (): Buffer => Buffer.alloc(65_536).subarray(100, 900);

const head = headOf({}, {});
const page = (body: Buffer): ReadyPage => ({ etag: '', head, unchanged: () => head, body });

test('the files used longest ago make room', () => {
  const photos = new PhotoCache();
  const file = page(Buffer.alloc(200 * 1024));
  const fit = Math.floor((4 * 1024 * 1024) / file.body.length);
  for (let n = 0; n < fit; n++) photos.keep(`${n}`, file);
  expect(photos.get('0')).toBeDefined();
  photos.keep('one more', file);
  expect([photos.get('0') !== undefined, photos.get('1')]).toEqual([true, undefined]);
});

test('a file that would displace many is not cached', () => {
  const photos = new PhotoCache();
  photos.keep('large', page(Buffer.alloc(200 * 1024 + 1)));
  expect(photos.get('large')).toBeUndefined();
});

test('cached bytes keep no larger buffer alive', () => {
  const pages = new ReadyPages();
  pages.keep('a', page(part()));
  const photos = new PhotoCache();
  photos.keep('a', page(part()));
  const kept = [pages.get('a')?.body, photos.get('a')?.body];
  expect(kept.map((body) => [body?.length, body?.buffer.byteLength])).toEqual(
    kept.map(() => [800, 800]),
  );
});
