import type { BlobRow } from '#db/schema.ts';
import type { StoredFile } from '#server/blob-store.ts';
import { RefusalError } from '#server/image/pool.ts';
import type { JobHandler } from '#server/jobs.ts';
import { HopelessError } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { LARGEST_JOB, settleLargest } from './largest.service.ts';
import { RENDERED_FILES, UNCLAIMED_LIFETIME_MS } from './photo.ts';
import {
  findBlob,
  insertBlobFiles,
  listBlobIdsInState,
  updateBlob,
  updateUnclaimedBlobs,
  updateUnfinishedTurns,
} from './photo.repository.ts';
import { VARIANTS_JOB, removeBlob } from './photo.service.ts';

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
  if (!isKept && (await isGone(rt, id))) await rt.blobs.removePhoto(id);
}

async function isGone(rt: Runtime, blobId: string): Promise<boolean> {
  const state = (await findBlob(rt.db, blobId))?.state;
  return state === undefined || state === 'removing';
}

/** @throws HopelessError if a decoder refused the image: retrying the same bytes is pointless */
async function makeVariants(
  rt: Runtime,
  blobId: string,
  hostId: string,
): Promise<Map<string, StoredFile>> {
  const folder = await rt.blobs.makeWorkFolder();
  try {
    await rt.images.variants(rt.blobs.uploadPath(blobId), folder, hostId);
    return await rt.blobs.adopt(blobId, folder, RENDERED_FILES);
  } catch (error) {
    throw error instanceof RefusalError ? new HopelessError(error) : error;
  } finally {
    await rt.blobs.removeWorkFolder(folder);
  }
}

/** Resumes work that a crash interrupted. Nothing else may write meanwhile. */
export async function recoverPhotos(rt: Runtime): Promise<void> {
  for (const blobId of await rt.blobs.listUploads()) {
    const state = (await findBlob(rt.db, blobId))?.state;
    // Bytes without a commit were never acknowledged; those of a ready photo are obsolete.
    if (state === undefined || state === 'awaiting' || state === 'ready') {
      await rt.blobs.removeUpload(blobId);
    }
    // A preview without an item is made again when the client retries.
    if (state === 'stored') await rt.blobs.removePhoto(blobId);
  }
  await updateUnfinishedTurns(rt.db);
  await removeMarked(rt);
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
