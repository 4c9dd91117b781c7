import type { BlobRow } from '#db/schema.ts';
import type { StoredFile } from '#server/blob-store.ts';
import { RefusalError } from '#server/image/pool.ts';
import type { JobHandler } from '#server/jobs.ts';
import { HopelessError } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { LARGEST_JOB, settleLargest } from './largest.service.ts';
import { RENDERED_FILES, TURN_LIFETIME_MS, UNCLAIMED_LIFETIME_MS } from './photo.ts';
import {
  findBlob,
  insertBlobFiles,
  listBlobIdsInState,
  updateBlob,
  updateUnclaimedBlobs,
  updateUnfinishedTurns,
} from './photo.repository.ts';
import { VARIANTS_JOB, removeBlob, removeLateFiles } from './photo.service.ts';

export { VARIANTS_JOB } from './photo.service.ts';

export const photoJobs = (rt: Runtime): Record<string, JobHandler> => ({
  [VARIANTS_JOB]: ({ blobId = '' }) => renderPhoto(rt, blobId),
  [LARGEST_JOB]: ({ blobId = '' }) => settleLargest(rt, blobId),
});

/**
 * Makes the variants, then deletes the upload, so that no GPS position stays on disk
 * (domain.md#photos). Safe to repeat after a crash at any point.
 */
export async function renderPhoto(rt: Runtime, blobId: string): Promise<void> {
  const blob = await findBlob(rt.db, blobId);
  if (blob?.state === 'accepted') await finishPhoto(rt, blob);
  await rt.blobs.removeUpload(blobId);
}

async function finishPhoto(rt: Runtime, { id, host_id: hostId }: BlobRow): Promise<void> {
  const files = await makeVariants(rt, id, hostId).catch(async (error: unknown) => {
    if ((await findBlob(rt.db, id))?.state === 'accepted') throw error;
    return null;
  });
  const isKept = await inTransaction(rt, async ({ db }) => {
    if (files === null || !(await updateBlob(db, id, 'accepted', { state: 'ready' }))) return false;
    await insertBlobFiles(db, { id, hostId }, files);
    return true;
  });
  // A portrait may be replaced while its variants are made. Whatever else ended this run, such as
  // a second run of the same job, a photo that has its row keeps its files.
  if (!isKept) await removeLateFiles(rt, id);
}

/**
 * @returns null if the photo needs none any more
 * @throws HopelessError if a decoder refused the image: retrying the same bytes is pointless
 */
async function makeVariants(
  rt: Runtime,
  blobId: string,
  hostId: string,
): Promise<Map<string, StoredFile> | null> {
  const folder = await rt.blobs.makeWorkFolder();
  try {
    await rt.images.variants(rt.blobs.uploadPath(blobId), folder, hostId);
    // After a long pause of this process, another one may have published them.
    if ((await findBlob(rt.db, blobId))?.state !== 'accepted') return null;
    return await rt.blobs.adopt(blobId, folder, RENDERED_FILES);
  } catch (error) {
    throw error instanceof RefusalError ? new HopelessError(error) : error;
  } finally {
    await rt.blobs.removeWorkFolder(folder);
  }
}

/**
 * Clears what a crash left behind: at once if no other process could still be at it, which is asked
 * before the first request; otherwise by age, and repeatedly.
 */
export async function recoverPhotos(rt: Runtime): Promise<void> {
  const clear = rt.holder.isAlone ? clearLeftOver : clearOutdated;
  for (const blobId of await rt.blobs.listUploads()) {
    const blob = await findBlob(rt.db, blobId);
    // Those of a ready photo are obsolete.
    if (blob === undefined || blob.state === 'ready') await rt.blobs.removeUpload(blobId);
    else await clear(rt, blob);
  }
  const now = rt.clock.now().getTime();
  const before = rt.holder.isAlone ? null : new Date(now - TURN_LIFETIME_MS).toISOString();
  await updateUnfinishedTurns(rt.db, before);
  await removeMarked(rt);
}

/** With no request under way. */
async function clearLeftOver(rt: Runtime, { id, state }: BlobRow): Promise<void> {
  // Bytes without a commit were never acknowledged.
  if (state === 'awaiting') await rt.blobs.removeUpload(id);
  // A preview without an item is made again when the client retries.
  if (state === 'stored') await rt.blobs.removePhoto(id);
}

/**
 * Beside other processes, which may be about to commit: bytes are only removed after their row was
 * marked, so that a late commit fails. A preview stays until its upload is claimed or a day old.
 */
async function clearOutdated(rt: Runtime, blob: BlobRow): Promise<void> {
  if (blob.state !== 'awaiting' || rt.clock.now().toISOString() <= blob.slot_expires_at) return;
  await updateBlob(rt.db, blob.id, 'awaiting', { state: 'removing' });
}

/** Deletes uploads not claimed within 24 hours, and photos that were released. */
export async function removeUnclaimedPhotos(rt: Runtime): Promise<void> {
  const before = new Date(rt.clock.now().getTime() - UNCLAIMED_LIFETIME_MS).toISOString();
  await updateUnclaimedBlobs(rt.db, before);
  await removeMarked(rt);
}

async function removeMarked(rt: Runtime): Promise<void> {
  for (const blobId of await listBlobIdsInState(rt.db, 'removing')) await removeBlob(rt, blobId);
}
