import { beforeEach, expect, test } from 'vitest';
import { photoJobs } from '#domains/photo/make-sizes.ts';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { makeJobWorker } from '#server/jobs.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { jpeg } from '../support/pictures.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { renderPhoto, uploadPhoto } from '../support/uploads.ts';

let rt: TestRuntime;
let actor: Actor;
beforeEach(async () => {
  rt = await makeRuntime();
  actor = await signedIn(rt, (await makeCast(rt)).general);
});

async function addPhoto(): Promise<string> {
  await uploadPhoto(rt, actor, { bytes: await jpeg() });
  const { id } = await rt.db
    .selectFrom('blobs')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

const filesOf = async (blobId: string) => (await rt.blobs.listPhoto(blobId)).sort();

test('a photo whose job runs twice at once keeps its files', async () => {
  const blobId = await addPhoto();
  await Promise.all([renderPhoto(rt, blobId), renderPhoto(rt, blobId)]);
  expect(await filesOf(blobId)).toEqual([...PHOTO_FILES].sort());
});

test('a photo whose job ends after a second run of it keeps its files', async () => {
  const blobId = await addPhoto();
  const variants: TestRuntime['images']['variants'] = async () => {
    await renderPhoto(rt, blobId);
    throw new Error('the upload is gone');
  };
  await renderPhoto({ ...rt, images: { ...rt.images, variants } }, blobId);
  expect(await filesOf(blobId)).toEqual([...PHOTO_FILES].sort());
});

test('a worker that is woken and drained does each job once', async () => {
  const blobId = await addPhoto();
  let runs = 0;
  const [[kind, run] = ['', () => Promise.resolve()]] = Object.entries(photoJobs(rt));
  const worker = makeJobWorker({
    ...rt,
    handlers: {
      [kind]: async (payload) => {
        runs++;
        worker.wake();
        await run(payload);
      },
    },
  });
  worker.wake();
  await Promise.all([worker.drain(), worker.drain()]);
  expect(runs).toBe(1);
  expect(await filesOf(blobId)).toEqual([...PHOTO_FILES].sort());
});
