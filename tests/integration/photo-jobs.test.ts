import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BlobState } from '#db/schema.ts';
import { createItem } from '#domains/item/create-items.ts';
import { readItem } from '#domains/item/list-items.ts';
import { recoverPhotos, removeUnclaimedPhotos } from '#domains/photo/make-sizes.ts';
import { findBlob } from '#domains/photo/photo-rows.ts';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { deleteItem, forgetDeletedItems } from '#domains/item/delete-items.ts';
import { dataPaths } from '#server/data-folder.ts';
import { makeJobWorker } from '#server/jobs.ts';
import { alone } from '../support/beside.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { takeLogged } from '../support/log.ts';
import { jpeg } from '../support/pictures.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { photoFile, uploadFile } from '../support/stored-files.ts';
import { drainJobs, renderPhoto, sha256, upload, uploadPhoto } from '../support/uploads.ts';

let rt: TestRuntime;
let actor: Actor;
beforeEach(async () => {
  rt = await makeRuntime();
  actor = await signedIn(rt, (await makeCast(rt)).general);
});

const uploads = () => rt.blobs.listUploads();
const blobOf = async (itemId: string) => {
  const row = await rt.db
    .selectFrom('items')
    .select('blob_id')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  return row.blob_id;
};
const setState = (id: string, state: BlobState) =>
  rt.db.updateTable('blobs').set({ state }).where('id', '=', id).execute();

describe('processing', () => {
  test('makes every variant, records its hash, and removes the upload', async () => {
    const bytes = await jpeg({ width: 2000, height: 1500, gps: true });
    const item = await uploadPhoto(rt, actor, { bytes });
    await drainJobs(rt);
    const blobId = await blobOf(item.id);
    expect((await readItem(rt, actor, item.id)).status).toBe('ready');
    expect((await rt.blobs.listPhoto(blobId)).sort()).toEqual([...PHOTO_FILES].sort());
    expect(await uploads()).toEqual([]);
    const rows = await rt.db.selectFrom('blob_files').selectAll().execute();
    expect(rows).toHaveLength(PHOTO_FILES.length);
    for (const { name, sha256: noted, byte_size } of rows) {
      const content = await rt.stored.read(photoFile(blobId, name));
      expect([sha256(content), content.length]).toEqual([noted, byte_size]);
      expect((await sharp(content).metadata()).exif).toBeUndefined();
    }
    expect(await rt.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  test('leaves nothing behind when it fails', async () => {
    const item = await uploadPhoto(rt, actor);
    const variants = () => Promise.reject(new Error('no luck'));
    const failing = { ...rt, images: { ...rt.images, variants } };
    await expect(renderPhoto(failing, await blobOf(item.id))).rejects.toThrow('no luck');
    expect(await readdir(dataPaths(rt.dataDir).temporary)).toEqual([]);
  });

  test('can be repeated after completion', async () => {
    const item = await uploadPhoto(rt, actor);
    await drainJobs(rt);
    const blobId = await blobOf(item.id);
    await renderPhoto(rt, blobId);
    expect((await rt.blobs.listPhoto(blobId)).length).toBe(PHOTO_FILES.length);
  });
});

describe('a failing job', () => {
  const failing = () =>
    makeJobWorker({
      ...rt,
      handlers: { 'photo.variants': () => Promise.reject(new Error('no luck')) },
    });
  const job = () => rt.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();

  test('is retried after 5 s, 1, 5, 30 and 120 minutes, then shown as failed', async () => {
    await uploadPhoto(rt, actor);
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      await failing().drain();
      const { run_at, state } = await job();
      expect(state).toBe('queued');
      waits.push((Date.parse(run_at) - rt.clock.now().getTime()) / 1000);
      rt.clock.set(run_at);
    }
    expect(waits).toEqual([5, 60, 300, 1800, 7200]);
    await failing().drain();
    expect(await job()).toMatchObject({
      state: 'failed',
      attempts: 6,
      last_error: 'Error: no luck',
    });
    expect(takeLogged().filter(({ msg }) => msg === 'job failed')).toHaveLength(6);
  });

  test('is not retried early', async () => {
    await uploadPhoto(rt, actor);
    await failing().drain();
    await failing().drain();
    expect((await job()).attempts).toBe(1);
  });

  test('can succeed later', async () => {
    const item = await uploadPhoto(rt, actor);
    await failing().drain();
    rt.clock.advance(HOUR);
    await drainJobs(rt);
    expect((await readItem(rt, actor, item.id)).status).toBe('ready');
  });

  test('that was running when the server died is requeued at startup', async () => {
    const item = await uploadPhoto(rt, actor);
    await rt.db.updateTable('jobs').set({ state: 'running' }).execute();
    const worker = makeJobWorker({ ...rt, handlers: {} });
    await worker.stop();
    await worker.start();
    expect((await job()).state).toBe('queued');
    await worker.stop();
    await drainJobs(rt);
    expect((await readItem(rt, actor, item.id)).status).toBe('ready');
  });

  test('whose end could not be recorded is resumed at the next poll (P3)', async () => {
    await uploadPhoto(rt, actor);
    await rt.db.updateTable('jobs').set({ state: 'running' }).execute();
    const done = Promise.withResolvers<undefined>();
    const handler = vi.fn(() => {
      done.resolve(undefined);
      return Promise.resolve();
    });
    const worker = makeJobWorker({ ...rt, handlers: { 'photo.variants': handler } });
    worker.wake();
    await done.promise;
    await worker.stop();
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('a crash', () => {
  test('between the bytes and their commit leaves no bytes', async () => {
    const slot = await upload(rt, actor, await jpeg());
    await setState(slot.id, 'awaiting');
    await recoverPhotos(alone(rt));
    expect(await uploads()).toEqual([]);
  });

  test('before the item: the bytes stay, the preview is deleted, a retry works', async () => {
    const slot = await upload(rt, actor, await jpeg());
    const folder = await rt.blobs.makeWorkFolder();
    await writeFile(path.join(folder, '360.webp'), 'half');
    await rt.blobs.adopt(slot.id, folder, ['360.webp']);
    await recoverPhotos(alone(rt));
    expect(await uploads()).toEqual([slot.id]);
    expect(await rt.blobs.listPhoto(slot.id)).toEqual([]);
    await createItem(rt, actor, { residentId: null, caption: '', blob: slot.signed_id });
  });

  test('during processing: the job makes all variants again', async () => {
    const item = await uploadPhoto(rt, actor);
    const blobId = await blobOf(item.id);
    const folder = await rt.blobs.makeWorkFolder();
    await writeFile(path.join(folder, '720.webp'), 'half');
    await rt.blobs.adopt(blobId, folder, ['720.webp']);
    await recoverPhotos(alone(rt));
    await drainJobs(rt);
    expect(
      (await sharp(await rt.stored.read(photoFile(blobId, '720.webp'))).metadata()).format,
    ).toBe('webp');
  });

  test('after the variants, before the upload was deleted: it is deleted', async () => {
    const item = await uploadPhoto(rt, actor);
    await drainJobs(rt);
    const blobId = await blobOf(item.id);
    await rt.stored.write(uploadFile(blobId), 'original with GPS');
    await recoverPhotos(alone(rt));
    expect(await uploads()).toEqual([]);
    expect((await rt.blobs.listPhoto(blobId)).length).toBe(PHOTO_FILES.length);
  });

  test('during a removal: it is completed', async () => {
    const slot = await upload(rt, actor, await jpeg());
    await setState(slot.id, 'removing');
    await recoverPhotos(alone(rt));
    expect(await uploads()).toEqual([]);
    expect(await findBlob(rt.db, slot.id)).toBeUndefined();
  });

  test('bytes without a row are deleted', async () => {
    await rt.stored.write(uploadFile('unclaimed'), 'x');
    await recoverPhotos(alone(rt));
    expect(await uploads()).toEqual([]);
  });
});

describe('unclaimed uploads', () => {
  test('an upload without an item is deleted after 24 hours, not before', async () => {
    const slot = await upload(rt, actor, await jpeg());
    rt.clock.advance(DAY);
    await removeUnclaimedPhotos(rt);
    expect(await uploads()).toEqual([slot.id]);
    rt.clock.advance(1);
    await removeUnclaimedPhotos(rt);
    expect(await uploads()).toEqual([]);
    expect(await findBlob(rt.db, slot.id)).toBeUndefined();
  });

  test('a photo is deleted with its last item, once that cannot be restored', async () => {
    const item = await uploadPhoto(rt, actor);
    await drainJobs(rt);
    const blobId = await blobOf(item.id);
    rt.clock.advance(2 * DAY);
    await deleteItem(rt, actor, item.id);
    await forgetDeletedItems(rt);
    await removeUnclaimedPhotos(rt);
    expect((await rt.blobs.listPhoto(blobId)).length).toBe(PHOTO_FILES.length);
    rt.clock.advance(DAY + 1);
    await forgetDeletedItems(rt);
    await removeUnclaimedPhotos(rt);
    expect(await rt.blobs.listPhoto(blobId)).toEqual([]);
    expect(await rt.db.selectFrom('blob_files').selectAll().execute()).toEqual([]);
  });

  test('a portrait stays though no item shows it', async () => {
    const slot = await upload(rt, actor, await jpeg());
    await rt.db.updateTable('residents').set({ portrait_blob_id: slot.id }).execute();
    rt.clock.advance(2 * DAY);
    await removeUnclaimedPhotos(rt);
    expect(await uploads()).toEqual([slot.id]);
  });
});
