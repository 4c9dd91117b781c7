import { createHash } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../../support/pictures.ts';
import { expect } from './story.ts';

interface PhotoToAdd {
  residentId?: string | null;
  residentIds?: string[];
  /** The camera's, if absent. */
  takenOn?: string;
  caption?: string;
  bytes?: Buffer;
}

/** Through the API, with the page's session. */
export async function addPhoto(
  request: APIRequestContext,
  origin: string,
  { bytes: given, ...item }: PhotoToAdd,
): Promise<void> {
  const headers = { Origin: origin };
  const bytes = given ?? (await jpeg());
  const blob = {
    filename: 'IMG.jpg',
    content_type: 'image/jpeg',
    byte_size: bytes.length,
    checksum: createHash('md5').update(bytes).digest('base64'),
  };
  const slot = (await (
    await request.post(paths.api.directUploads, { headers, data: { blob } })
  ).json()) as { signed_id: string; direct_upload: { url: string; headers: object } };
  const { pathname } = new URL(slot.direct_upload.url);
  await request.put(pathname, {
    headers: { ...headers, 'Content-Type': 'image/jpeg' },
    data: bytes,
  });
  const answer = await request.post(paths.api.items, {
    headers,
    data: { ...item, blob: slot.signed_id },
  });
  expect(answer.status()).toBe(201);
}

/** Of the listed photos, in order, also in selection mode. */
export const captions = (page: Page): Promise<string[]> =>
  page
    .locator('[data-item]')
    .evaluateAll((tiles) =>
      tiles.map(
        (tile) =>
          tile.getAttribute('aria-label')?.split('、').at(-1)?.replace('を大きく見る', '') ?? '',
      ),
    );

export const expectCaptions = (page: Page, expected: string): Promise<void> =>
  expect.poll(async () => (await captions(page)).join('')).toBe(expected);

/** Horizontal overflow in CSS pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
