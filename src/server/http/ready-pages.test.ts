import { expect, test } from 'vitest';
import { PhotoCache } from '#features/photo/photo-cache.server.ts';
import { ReadyPages } from './ready-pages.ts';

/** A slice of a larger buffer, as compression and concatenation return it. */
const part = (): Buffer => Buffer.alloc(65_536).subarray(100, 900);
const wire = () => ({ headers: [], body: part() });

test('the files used longest ago make room', () => {
  const photos = new PhotoCache();
  const file = Buffer.alloc(200 * 1024);
  const fit = Math.floor((24 * 1024 * 1024) / file.length);
  for (let n = 0; n < fit; n++) photos.keep(`${n}`, file);
  expect(photos.get('0')).toBeDefined();
  photos.keep('one more', file);
  expect([photos.get('0'), photos.get('1')]).toEqual([file, undefined]);
});

test('a file that would displace many is not cached', () => {
  const photos = new PhotoCache();
  photos.keep('large', Buffer.alloc(200 * 1024 + 1));
  expect(photos.get('large')).toBeUndefined();
});

test('cached bytes keep no larger buffer alive', () => {
  const pages = new ReadyPages();
  pages.keep('a', { etag: '', unchanged: [], plain: wire(), br: wire(), gzip: wire() });
  const photos = new PhotoCache();
  photos.keep('a', part());
  const page = pages.get('a');
  const kept = [page?.plain.body, page?.br.body, page?.gzip.body, photos.get('a')];
  expect(kept.map((body) => [body?.length, body?.buffer.byteLength])).toEqual(
    kept.map(() => [800, 800]),
  );
});
