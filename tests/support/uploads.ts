import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createItem } from '#domains/item/create-items.ts';
import type { Item } from '#domains/item/item.ts';
import { photoJobs } from '#domains/photo/make-sizes.ts';
import type { DirectUpload } from '#domains/photo/photo.ts';
import { VARIANTS_JOB, openUploadSlot, receiveUpload } from '#domains/photo/take-in-photo.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { makeJobWorker } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { jpeg } from './pictures.ts';

export const ORIGIN = 'http://127.0.0.1:4321';

export const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What a client announces about a file. */
export const announced = (bytes: Buffer, type: 'image/jpeg' | 'image/png' = 'image/jpeg') => ({
  filename: 'IMG_0001.jpg',
  content_type: type,
  byte_size: bytes.length,
  checksum: md5(bytes),
});

export const slotOf = (slot: DirectUpload): string =>
  slot.direct_upload.url.split('/').at(-1) ?? '';

/** Steps 1 and 2 of the exchange. @returns the signed id for step 3 */
export async function upload(
  rt: Runtime,
  actor: Actor,
  bytes: Buffer,
  type: 'image/jpeg' | 'image/png' = 'image/jpeg',
): Promise<DirectUpload> {
  const slot = await openUploadSlot(rt, actor, { blob: announced(bytes, type) }, ORIGIN);
  await receiveUpload(rt, slotOf(slot), type, Readable.from([bytes]));
  return slot;
}

/** Makes a photo's sizes, as its job does. */
export const renderPhoto = async (rt: Runtime, blobId: string): Promise<void> =>
  photoJobs(rt)[VARIANTS_JOB]?.({ blobId });

interface PhotoOptions {
  residentId?: string | null;
  takenOn?: string;
  caption?: string;
  bytes?: Buffer;
}

/** All three steps. */
export async function uploadPhoto(
  rt: Runtime,
  actor: Actor,
  { residentId = null, takenOn, caption = '', bytes }: PhotoOptions = {},
): Promise<Item> {
  const { signed_id } = await upload(rt, actor, bytes ?? (await jpeg()));
  return createItem(rt, actor, { residentId, takenOn, caption, blob: signed_id });
}

/** Runs background jobs until none is due. */
export const drainJobs = (rt: Runtime): Promise<void> =>
  makeJobWorker({ ...rt, handlers: photoJobs(rt) }).drain();
