import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeHostPhotos } from '#domains/photo/take-in-photo.ts';
import { makeLargest as makeWithin } from '#domains/photo/make-sizes.ts';
import { LARGEST, MASTER } from '#lib/picture-recipe.ts';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import { dataPaths } from '#server/data-folder.ts';
import { RefusalError } from '#server/image/image-pool.ts';
import { enqueueJob } from '#server/jobs.ts';
import { busy } from '#lib/errors.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { takeLogged } from '../support/log.ts';
import { needs } from '../support/needs.ts';
import { jpeg } from '../support/pictures.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { isOnS3, photoFile } from '../support/stored-files.ts';
import { faultOf } from '../support/stored-photo.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';
import { verified } from '../support/verified.ts';

let rt: TestRuntime;
let actor: Actor;
beforeEach(async () => {
  rt = await makeRuntime();
  actor = await signedIn(rt, (await makeCast(rt)).admin);
});

// Runtimes of tests share their decoders.
afterEach(() => vi.restoreAllMocks());

/** With the patience of a busy machine. */
const makeLargest = (runtime: TestRuntime, blobId: string) => makeWithin(runtime, blobId, 60_000);

/** A finished photo. */
async function photo(size = { width: 2400, height: 1800 }): Promise<string> {
  const { id } = await uploadPhoto(rt, actor, { bytes: await jpeg(size) });
  await drainJobs(rt);
  const { blob_id } = await rt.db
    .selectFrom('items')
    .select('blob_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return blob_id;
}

const filesOf = async (blobId: string) => (await rt.blobs.listPhoto(blobId)).sort();
const withLargest = [...PHOTO_FILES, LARGEST].sort();
const without = [...PHOTO_FILES].sort();
const jobs = () => rt.db.selectFrom('jobs').selectAll().execute();
const faults = async () => (await verified(rt)).findings;
const left = () => readdir(dataPaths(rt.dataDir).temporary);
const asked = () => vi.spyOn(rt.images, 'largest');

/** Of the facility, as it is kept and as its files are. */
async function bytes() {
  const { kept, counted } = await rt.db
    .selectFrom('hosts')
    .select('stored_bytes as kept')
    .select(({ selectFrom }) =>
      selectFrom('blob_files')
        .select(({ fn }) => fn.sum<number>('byte_size').as('sum'))
        .as('counted'),
    )
    .where('id', '=', actor.host.id)
    .executeTakeFirstOrThrow();
  expect(kept).toBe(counted);
  return kept;
}

describe('the largest size', () => {
  test('is not there until it is asked for, and then counted and kept', async () => {
    const blobId = await photo();
    expect(await filesOf(blobId)).toEqual(without);
    expect(await faults()).toEqual([]);
    const before = await bytes();
    expect(await makeLargest(rt, blobId)).toBe(true);
    expect(await filesOf(blobId)).toEqual(withLargest);
    const content = await rt.stored.read(photoFile(blobId, LARGEST));
    expect(await sharp(content).metadata()).toMatchObject({ width: 1920, height: 1440 });
    expect(await faultOf(content)).toBeNull();
    expect(await bytes()).toBe(before + content.length);
    expect([await faults(), await jobs(), await left()]).toEqual([[], [], []]);
  });

  test('is made once for all who ask at the same time', async () => {
    const blobId = await photo();
    const largest = asked();
    const answers = await Promise.all(Array.from({ length: 8 }, () => makeLargest(rt, blobId)));
    expect(answers).toEqual(Array(8).fill(true));
    expect(largest).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a small photo', { width: 1080, height: 800 }],
    ['a photo that is too tall for more', { width: 1100, height: 12_000 }],
  ])('is not made of %s', async (_what, size) => {
    const blobId = await photo(size);
    const largest = asked();
    expect(await makeLargest(rt, blobId)).toBe(false);
    expect(largest).not.toHaveBeenCalled();
  });

  test('is not made of a photo that is not finished, or unknown', async () => {
    const largest = asked();
    await uploadPhoto(rt, actor, { bytes: await jpeg({ width: 2000 }) });
    const { id } = await rt.db.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
    expect([await makeLargest(rt, id), await makeLargest(rt, 'unknown')]).toEqual([false, false]);
    expect(largest).not.toHaveBeenCalled();
  });

  test('of an old photo is made again where it was lost', async () => {
    const blobId = await photo();
    await makeLargest(rt, blobId);
    await rt.stored.remove(photoFile(blobId, LARGEST));
    expect(await makeLargest(rt, blobId)).toBe(true);
    await bytes();
    expect(await faults()).toEqual([]);
  });
});

describe('where it cannot be made, a smaller size is shown, and nothing is left behind', () => {
  const tried = async (blobId: string) => ({
    isMade: await makeLargest(rt, blobId),
    isThere: (await filesOf(blobId)).includes(LARGEST),
    left: [await jobs(), await left()],
  });
  const NOTHING = { isMade: false, isThere: false, left: [[], []] };

  test('while the decoders are busy', async () => {
    const blobId = await photo();
    const largest = asked().mockRejectedValue(busy(5));
    expect(await tried(blobId)).toEqual(NOTHING);
    largest.mockRestore();
    expect(await makeLargest(rt, blobId)).toBe(true);
  });

  test('without room on the disk', async () => {
    const blobId = await photo();
    const full = { ...rt, blobs: { ...rt.blobs, room: () => Promise.resolve(1000) } };
    expect(await makeLargest(full, blobId)).toBe(false);
    expect(await filesOf(blobId)).toEqual(without);
  });

  test('of a master that is gone', async () => {
    const blobId = await photo();
    await rt.stored.remove(photoFile(blobId, MASTER));
    expect(await tried(blobId)).toEqual(NOTHING);
  });

  test('of a damaged master, which no decoder gets again', async () => {
    const blobId = await photo();
    const file = photoFile(blobId, MASTER);
    const whole = await rt.stored.read(file);
    await rt.stored.write(file, whole.subarray(0, whole.length / 2));
    const largest = asked();
    expect(await tried(blobId)).toEqual(NOTHING);
    expect(await tried(blobId)).toEqual(NOTHING);
    expect(largest).toHaveBeenCalledTimes(1);
    await expect(largest.mock.results[0]?.value).rejects.toBeInstanceOf(RefusalError);
  });

  test('for a fault of ours, which is logged', async () => {
    const blobId = await photo();
    asked().mockRejectedValue(new Error('odd'));
    expect(await tried(blobId)).toEqual(NOTHING);
    expect(takeLogged().map(({ msg }) => msg)).toEqual(['largest size not made']);
  });

  // A bucket's own time limits would pass with these timers.
  test(
    'when it takes too long; it is there the next time',
    needs(!isOnS3, 'the store has time limits'),
    async () => {
      const blobId = await photo();
      const { largest } = rt.images;
      const start = Promise.withResolvers<undefined>();
      asked().mockImplementation((...task) => start.promise.then(() => largest(...task)));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const first = makeWithin(rt, blobId, 5000);
      vi.advanceTimersByTime(5000);
      expect(await first).toBe(false);
      vi.useRealTimers();
      start.resolve(undefined);
      expect(await makeLargest(rt, blobId)).toBe(true);
      expect(await filesOf(blobId)).toEqual(withLargest);
    },
  );
});

test('a photo that is deleted meanwhile leaves nothing', async () => {
  const blobId = await photo();
  const { largest } = rt.images;
  asked().mockImplementation(async (...task) => {
    await largest(...task);
    await rt.db.deleteFrom('items').execute();
    await removeHostPhotos(rt, actor.host.id);
  });
  expect(await makeLargest(rt, blobId)).toBe(false);
  expect(await filesOf(blobId)).toEqual([]);
  expect([await faults(), await jobs(), await left()]).toEqual([[], [], []]);
});

describe('after a crash between the file and its row', () => {
  const crashed = async (blobId: string) => {
    await rt.stored.write(photoFile(blobId, LARGEST), 'x');
    const job = { kind: 'photo.largest', hostId: actor.host.id, payload: { blobId } };
    await enqueueJob(rt.db, { ...job, runAt: rt.clock.now() });
  };

  test('the file goes, and is made when it is asked for again', async () => {
    const blobId = await photo();
    await crashed(blobId);
    await drainJobs(rt);
    expect([await filesOf(blobId), await faults(), await jobs()]).toEqual([without, [], []]);
    expect(await makeLargest(rt, blobId)).toBe(true);
  });

  test('a file with its row stays', async () => {
    const blobId = await photo();
    await makeLargest(rt, blobId);
    const content = await rt.stored.read(photoFile(blobId, LARGEST));
    await crashed(blobId);
    await rt.stored.write(photoFile(blobId, LARGEST), content);
    await drainJobs(rt);
    expect([await filesOf(blobId), await faults()]).toEqual([withLargest, []]);
  });

  test('that of a photo deleted since goes with its folder', async () => {
    const blobId = await photo();
    await rt.db.deleteFrom('items').execute();
    await removeHostPhotos(rt, actor.host.id);
    await crashed(blobId);
    await drainJobs(rt);
    expect([await filesOf(blobId), await faults()]).toEqual([[], []]);
  });

  test('it is looked for, wherever the crash came', async () => {
    const blobId = await photo();
    const adopt = () => new Promise<never>(() => undefined);
    const dying = { ...rt, blobs: { ...rt.blobs, adopt } };
    void makeWithin(dying, blobId, 1);
    await vi.waitUntil(async () => (await jobs()).length > 0, { timeout: 30_000 });
    expect(await jobs()).toMatchObject([{ kind: 'photo.largest', state: 'queued' }]);
  });
});

test('a photo with its largest size and without another is reported', async () => {
  const blobId = await photo();
  await makeLargest(rt, blobId);
  await rt.db.deleteFrom('blob_files').where('name', '=', 'photo.jpg').execute();
  await rt.stored.remove(photoFile(blobId, 'photo.jpg'));
  expect(await faults()).toMatchObject([{ kind: 'unfinished', detail: 'without photo.jpg' }]);
});
