import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { copyItem } from '#domains/item/item-place.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { makeLargest, recoverPhotos } from '#domains/photo/make-sizes.ts';
import { LARGEST } from '#lib/picture-recipe.ts';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import { RefusalError } from '#server/image/image-pool.ts';
import { deleteItem, restoreItem } from '#domains/item/delete-items.ts';
import { castEachTest, rt, cast, admin as actor } from '../support/cast-each-test.ts';
import { vary } from '../support/pictures.ts';
import { photoFile } from '../support/stored-files.ts';
import { faultOf } from '../support/stored-photo.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';
import { alone } from '../support/beside.ts';
import { verified } from '../support/verified.ts';

castEachTest(['admin']);

// Runtimes of tests share their decoders.
afterEach(() => vi.restoreAllMocks());

/** Red on the left, blue on the right. */
async function flag(width = 1600, height = 1200): Promise<Buffer> {
  const red = { create: { width: width / 2, height, channels: 3 as const, background: '#f00' } };
  const image = sharp({ create: { width, height, channels: 3, background: '#00f' } });
  const input = await sharp(red).png().toBuffer();
  return vary(
    await image
      .composite([{ input, left: 0, top: 0 }])
      .jpeg()
      .toBuffer(),
  );
}

async function photo(residentId: string | null = null) {
  const item = await uploadPhoto(rt, actor, { bytes: await flag(), residentId });
  await drainJobs(rt);
  return item.id;
}

const rowOf = (id: string) =>
  rt.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const blobOf = async (id: string) => (await rowOf(id)).blob_id;
const fileOf = async (id: string, name: string) =>
  rt.stored.read(photoFile(await blobOf(id), name));
const faults = async () => (await verified(rt)).findings;
const blobs = () => rt.db.selectFrom('blobs').select(['id', 'state']).execute();
const turned = () => vi.spyOn(rt.images, 'turned');

/** Where a file is red: in its left, upper, right or lower half. */
async function redSideOf(content: Buffer) {
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => {
    const at =
      info.channels * (Math.floor(info.height * y) * info.width + Math.floor(info.width * x));
    return (data[at] ?? 0) > 128;
  };
  const sides = {
    left: [0.1, 0.5],
    top: [0.5, 0.1],
    right: [0.9, 0.5],
    bottom: [0.5, 0.9],
  } as const;
  return Object.entries(sides)
    .filter(([, [x, y]]) => isRed(x, y) && !isRed(1 - x, 1 - y))
    .map(([side]) => side);
}

test.each([
  [90, 'top', [1200, 1600]],
  [180, 'right', [1600, 1200]],
  [270, 'bottom', [1200, 1600]],
] as const)('all files are turned clockwise by %i degrees', async (rotate, side, size) => {
  const id = await photo();
  expect(await redSideOf(await fileOf(id, '720.webp'))).toEqual(['left']);
  const item = await changeItem(rt, actor, id, { rotate });
  expect(item).toMatchObject({ width: size[0], height: size[1], status: 'ready' });
  for (const name of PHOTO_FILES) {
    const content = await fileOf(id, name);
    expect(await redSideOf(content), name).toEqual([side]);
    expect(await faultOf(content)).toBeNull();
  }
  expect(await faults()).toEqual([]);
});

test('turning back gives the old size, and day and caption may be changed in the same call', async () => {
  const id = await photo();
  await changeItem(rt, actor, id, { rotate: 90, caption: 'お庭で', takenOn: '2026-09-02' });
  const item = await changeItem(rt, actor, id, { rotate: 270 });
  const expected = { width: 1600, height: 1200, caption: 'お庭で', takenOn: '2026-09-02' };
  expect(item).toMatchObject(expected);
  expect(await redSideOf(await fileOf(id, 'master.jpg'))).toEqual(['left']);
});

test('every item of the photo gets the turned one, at a new URL; the old files are gone', async () => {
  const id = await photo(cast.resident.id);
  const copy = await copyItem(rt, actor, id, cast.neighbour.id);
  const away = await copyItem(rt, actor, id, null);
  await deleteItem(rt, actor, away.id);
  const old = await blobOf(id);
  const before = await changeItem(rt, actor, id, {});
  const after = await changeItem(rt, actor, id, { rotate: 90 });
  expect(after.images.src).not.toBe(before.images.src);
  const now = await blobOf(id);
  expect([await blobOf(copy.id), await blobOf(away.id)]).toEqual([now, now]);
  expect(await rt.blobs.listPhoto(old)).toEqual([]);
  expect(await blobs()).toEqual([{ id: now, state: 'ready' }]);
  expect(await restoreItem(rt, actor, away.id)).toMatchObject({ width: 1200, height: 1600 });
  expect(await faults()).toEqual([]);
});

test('the largest size is made of the turned master', async () => {
  const { id } = await uploadPhoto(rt, actor, { bytes: await flag(2400, 1800) });
  await drainJobs(rt);
  await changeItem(rt, actor, id, { rotate: 90 });
  expect(await makeLargest(rt, await blobOf(id), 60_000)).toBe(true);
  expect(await redSideOf(await fileOf(id, LARGEST))).toEqual(['top']);
});

test('the same upload is still known as the same picture', async () => {
  const bytes = await flag();
  const { id } = await uploadPhoto(rt, actor, { bytes });
  await drainJobs(rt);
  await changeItem(rt, actor, id, { rotate: 90 });
  await expect(uploadPhoto(rt, actor, { bytes })).rejects.toMatchObject({ status: 409 });
});

test('of two who turn it, the slower one is told, also if the files are gone by then', async () => {
  const id = await photo();
  const turn = rt.images.turned.bind(rt.images);
  turned().mockImplementationOnce(async (...args) => {
    await changeItem(rt, actor, id, { rotate: 90 });
    return turn(...args);
  });
  await expect(changeItem(rt, actor, id, { rotate: 90 })).rejects.toMatchObject({ status: 409 });
  expect(await redSideOf(await fileOf(id, '360.webp'))).toEqual(['top']);
  expect(await blobs()).toHaveLength(1);
});

test('of two who turn it at once, one is told', async () => {
  const id = await photo();
  const results = await Promise.allSettled([
    changeItem(rt, actor, id, { rotate: 90 }),
    changeItem(rt, actor, id, { rotate: 90 }),
  ]);
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { status: 409 } }]);
  expect(await redSideOf(await fileOf(id, '360.webp'))).toEqual(['top']);
  expect(await blobs()).toHaveLength(1);
  expect(await faults()).toEqual([]);
});

describe('leaves the photo as it was', () => {
  test('while its sizes are being made', async () => {
    const { id } = await uploadPhoto(rt, actor, { bytes: await flag() });
    await expect(changeItem(rt, actor, id, { rotate: 90 })).rejects.toMatchObject({ status: 409 });
    expect(await blobs()).toHaveLength(1);
  });

  test.each([
    ['a damaged master', new RefusalError('broken', 'test'), 422],
    ['a missing master', Object.assign(new Error('gone'), { code: 'ENOENT' }), 422],
    ['a full disk', Object.assign(new Error('full'), { code: 'ENOSPC' }), undefined],
  ])('with %s', async (_why, error, status) => {
    const id = await photo();
    const before = await blobOf(id);
    turned().mockRejectedValueOnce(error);
    const turning = changeItem(rt, actor, id, { rotate: 90, caption: 'あとで' });
    await expect(turning).rejects.toMatchObject(status ? { status } : { code: 'ENOSPC' });
    expect(await rowOf(id)).toMatchObject({ blob_id: before, caption: '' });
    expect(await blobs()).toEqual([{ id: before, state: 'ready' }]);
    expect(await faults()).toEqual([]);
  });

  test('when it was deleted for good meanwhile', async () => {
    const id = await photo();
    const { images } = rt;
    const turn = images.turned.bind(images);
    turned().mockImplementationOnce(async (...args) => {
      await rt.db.deleteFrom('items').execute();
      return turn(...args);
    });
    await expect(changeItem(rt, actor, id, { rotate: 90 })).rejects.toMatchObject({ status: 409 });
    expect(await blobs()).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });
});

test('what a crash left of a turn is removed at the next start', async () => {
  const id = await photo();
  const before = await blobs();
  const row = await rt.db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
  const unfinished = { ...row, id: 'unfinished', state: 'stored' as const, sha256: null };
  await rt.db.insertInto('blobs').values(unfinished).execute();
  const folder = await rt.blobs.makeWorkFolder();
  const master = await rt.blobs.photoFile(row.id, 'master.jpg', folder);
  await rt.images.turned(master, folder, row.host_id, 90);
  await rt.blobs.adopt('unfinished', folder, PHOTO_FILES);
  expect(await faults()).toEqual([]);
  await recoverPhotos(alone(rt));
  expect(await blobs()).toEqual(before);
  expect(await rt.blobs.listPhoto('unfinished')).toEqual([]);
  expect(await redSideOf(await fileOf(id, 'master.jpg'))).toEqual(['left']);
});
