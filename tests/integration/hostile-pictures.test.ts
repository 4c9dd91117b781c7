import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import { createItem } from '#domains/item/create-items.ts';
import { openUploadSlot, receiveUpload } from '#domains/photo/take-in-photo.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { AppError } from '#lib/errors.ts';
import { systemClock } from '#server/clock.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { manyTexts } from '../support/hostile-png.ts';
import type { MutatedPicture } from '../support/mutated-pictures.ts';
import { SECRET, mutatedPictures } from '../support/mutated-pictures.ts';
import { openTestRuntime } from '../support/runtime.ts';
import { inspectStored } from '../support/stored-photo.ts';
import { ORIGIN, announced, drainJobs, slotOf } from '../support/uploads.ts';

const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_122);
const COUNT = 100;

let rt: Awaited<ReturnType<typeof openTestRuntime>>;
let actor: Actor;
beforeAll(async () => {
  rt = await openTestRuntime(systemClock);
  actor = await signedIn(rt, (await makeCast(rt)).general);
});
afterAll(async () => {
  await rt.close();
  await rm(rt.dataDir, { recursive: true, force: true });
});

/** @returns 201, or the status of the refusal */
async function answerTo({ bytes, type }: MutatedPicture): Promise<number> {
  const slot = await openUploadSlot(rt, actor, { blob: announced(bytes, type) }, ORIGIN);
  await receiveUpload(rt, slotOf(slot), type, Readable.from([bytes]));
  try {
    await createItem(rt, actor, { residentId: null, caption: '', blob: slot.signed_id });
    return 201;
  } catch (error) {
    if (error instanceof AppError) return error.status;
    throw error;
  }
}

test('one that would cost too much is refused with a message, and its bytes are deleted (P25)', async () => {
  const bytes = manyTexts(40);
  const slot = await openUploadSlot(rt, actor, { blob: announced(bytes, 'image/png') }, ORIGIN);
  await receiveUpload(rt, slotOf(slot), 'image/png', Readable.from([bytes]));
  const item = { residentId: null, caption: '', blob: slot.signed_id };
  const error: unknown = await createItem(rt, actor, item).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 422 });
  expect((error as AppError).errors?.['blob']?.join()).toContain('スクリーンショット');
  expect(await rt.blobs.listUploads()).toEqual([]);
});

test('damaged pictures are accepted or refused, without any of their metadata (P5)', async () => {
  const answers = new Map<number, string[]>();
  for (const picture of await mutatedPictures(SEED, COUNT)) {
    const status = await answerTo(picture).catch((error: unknown) => {
      throw new Error(picture.name, { cause: error });
    });
    answers.set(status, [...(answers.get(status) ?? []), picture.name]);
  }
  expect([...answers.keys()].sort()).toEqual([201, 422]);
  await drainJobs(rt);
  expect(await rt.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  expect(await rt.blobs.listUploads()).toEqual([]);
  const { files, faults } = await inspectStored(rt.stored, [SECRET]);
  expect(faults).toEqual([]);
  expect(files).toBe((answers.get(201)?.length ?? 0) * PHOTO_FILES.length);
});
