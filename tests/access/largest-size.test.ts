import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { LARGEST, MASTER } from '#lib/picture-recipe.ts';
import { NEXT_LARGEST } from '#domains/photo/photo.ts';
import { firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { Answer } from '../support/http.ts';
import { jpeg } from '../support/pictures.ts';
import { sendPicture } from '../support/send-picture.ts';
import { photoFile } from '../support/stored-files.ts';
import type { Who } from './site.ts';
import { useSite } from './site.ts';

const site = useSite();
const PATIENT = { timeout: 55_000, interval: 200 };
const db = () => site().factory.db;
const link = () => {
  const { resident, family } = site().world.cast;
  return { residentToken: resident.token, familyToken: family.token };
};

interface Photo {
  itemId: string;
  blobId: string;
}
const isThere = async ({ blobId }: Photo): Promise<boolean> =>
  (await site().stored.list('photos')).includes(photoFile(blobId, LARGEST));

/** A finished photo of the whole facility, in a month that is out. */
async function addPhoto(): Promise<Photo> {
  const bytes = await jpeg({ width: 2400, height: 1800 });
  const { text } = await sendPicture(site().server.url, site().signed.general.bearer, bytes);
  const { id } = (JSON.parse(text) as { item: { id: string } }).item;
  const row = () =>
    db()
      .selectFrom('items')
      .innerJoin('blobs', 'blobs.id', 'items.blob_id')
      .select(['blobs.id as blobId', 'blobs.state'])
      .where('items.id', '=', id)
      .executeTakeFirstOrThrow();
  await vi.waitUntil(async () => (await row()).state === 'ready', PATIENT);
  const taken_on = firstDayOf(site().world.yearMonth);
  await db().updateTable('items').set({ taken_on }).where('id', '=', id).execute();
  return { itemId: id, blobId: (await row()).blobId };
}

/** Where the family's page of the photo has its largest size. */
async function addressOf({ itemId }: Photo): Promise<string> {
  const page = paths.letterPhoto(site().world.yearMonth, itemId, link());
  const { status, text } = await site().ask('anonymous', page);
  expect(status).toBe(200);
  return new RegExp(`/photos/family/[\\w/-]+/${LARGEST}`).exec(text)?.[0] ?? '';
}

/** Asks again while the machine is too busy to make it in time. */
const askPatiently = (who: Who, address: string): Promise<Answer> =>
  vi.waitUntil(async () => {
    const answer = await site().ask(who, address);
    return answer.status === 302 ? false : answer;
  }, PATIENT);

describe('the largest size', () => {
  let photo: Photo;
  beforeAll(async () => {
    photo = await addPhoto();
  });

  test('is made for nobody who may not see the photo', async () => {
    const address = await addressOf(photo);
    const staff = `/photos/staff/${photo.blobId}/${LARGEST}`;
    const refused = [
      await site().ask('anonymous', address.replace(/[\w-]+(?=\/[^/]+$)/, 'A'.repeat(43))),
      await site().ask('anonymous', staff),
      await site().ask('other', staff),
      await site().ask('inactive', staff),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await isThere(photo)).toBe(false);
  });

  test('is made when a family asks for it, and kept', async () => {
    const { status, headers, body } = await askPatiently('anonymous', await addressOf(photo));
    expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
    expect(headers['cache-control']).toContain('immutable');
    expect(await sharp(body).metadata()).toMatchObject({ width: 1920, height: 1440 });
    expect(await isThere(photo)).toBe(true);
    const staff = await site().ask('general', `/photos/staff/${photo.blobId}/${LARGEST}`);
    expect([staff.status, staff.body.equals(body)]).toEqual([200, true]);
  });

  test('leads to the next smaller one where it cannot be made', async () => {
    const other = await addPhoto();
    await site().stored.remove(photoFile(other.blobId, MASTER));
    const address = await addressOf(other);
    const { status, headers } = await site().ask('anonymous', address);
    expect([status, headers.location, headers['cache-control']]).toEqual([
      302,
      NEXT_LARGEST,
      'no-store',
    ]);
    const next = new URL(headers.location ?? '', `${site().server.url}${address}`).pathname;
    expect((await site().ask('anonymous', next)).headers['content-type']).toBe('image/webp');
  });
});
