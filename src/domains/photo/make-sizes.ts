import { LRUCache } from 'lru-cache';
import type { BlobRow } from '#db/schema.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { AppError, isStoreAway } from '#lib/errors.ts';
import { LARGEST, MASTER } from '#lib/picture-recipe.ts';
import type { StoredFile } from '#server/blob-store.ts';
import { isDiskFull } from '#server/failures.ts';
import { RefusalError } from '#server/image/image-pool.ts';
import type { JobHandler } from '#server/jobs.ts';
import { HopelessError, deleteJob, enqueueJob } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import {
  deleteBlobFile,
  findBlob,
  findBlobFile,
  insertBlobFiles,
  listBlobIdsInState,
  updateBlob,
  updateUnclaimedBlobs,
  updateUnfinishedTurns,
} from './photo-rows.ts';
import { RENDERED_FILES, TURN_LIFETIME_MS, UNCLAIMED_LIFETIME_MS, hasLargest } from './photo.ts';
import { VARIANTS_JOB, removeBlobs, removeLateFiles } from './take-in-photo.ts';

export const photoJobs = (rt: Runtime): Record<string, JobHandler> => ({
  [VARIANTS_JOB]: ({ blobId = '' }) => renderPhoto(rt, blobId),
  [LARGEST_JOB]: ({ blobId = '' }) => settleLargest(rt, blobId),
});

/**
 * Makes the variants, then deletes the upload, so that no GPS position stays on disk
 * (domain.md#photos). Safe to repeat after a crash at any point.
 */
async function renderPhoto(rt: Runtime, blobId: string): Promise<void> {
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
    await rt.images.variants(await rt.blobs.uploadFile(blobId, folder), folder, hostId);
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
  for (const blobId of await rt.blobs.listUploads()) {
    try {
      await clearUpload(rt, blobId);
    } catch (error) {
      if (isStoreAway(error)) throw error;
      rt.log.error({ err: error, blobId }, 'upload not looked after');
    }
  }
  const now = rt.clock.now().getTime();
  const before = rt.claimant.isAlone ? null : new Date(now - TURN_LIFETIME_MS).toISOString();
  await updateUnfinishedTurns(rt.db, before);
  await removeMarked(rt);
}

async function clearUpload(rt: Runtime, blobId: string): Promise<void> {
  const blob = await findBlob(rt.db, blobId);
  // Those of a ready photo are obsolete.
  if (blob === undefined || blob.state === 'ready') await rt.blobs.removeUpload(blobId);
  else await (rt.claimant.isAlone ? clearLeftOver : clearOutdated)(rt, blob);
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

const removeMarked = async (rt: Runtime) =>
  removeBlobs(rt, await listBlobIdsInState(rt.db, 'removing'));

/** Looks after a size whose making a crash may have interrupted. */
const LARGEST_JOB = 'photo.largest';

const SETTLE_AFTER_MS = 10 * MINUTE_MS;
/** A viewer who has waited this long gets the next smaller size. */
const PATIENCE_MS = 5000;
/** More than any picture of this size takes. */
const ROOM_BYTES = 4 * 1024 * 1024;

const underWay = new Map<string, Promise<boolean>>();
/** Masters that a decoder refused: trying again at once would only cost time (P25). */
const refused = new LRUCache<string, true>({ max: 1000, ttl: 60 * MINUTE_MS });

/**
 * Makes the largest size of a photo from its master; requests for the same photo share the work.
 * The caller has checked the permission.
 * @returns whether the photo has it now; false as well where the caller should not wait for it
 */
export async function makeLargest(
  rt: Runtime,
  blobId: string,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const made = underWay.get(blobId) ?? begin(rt, blobId);
  const patience = Promise.withResolvers<false>();
  const timer = setTimeout(() => patience.resolve(false), patienceMs);
  try {
    return await Promise.race([made, patience.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function begin(rt: Runtime, blobId: string): Promise<boolean> {
  const made = make(rt, blobId)
    .catch((error: unknown) => {
      note(rt, blobId, error);
      return false;
    })
    .finally(() => underWay.delete(blobId));
  underWay.set(blobId, made);
  return made;
}

/** A busy pool, a full disk and a missing or damaged master are met by showing a smaller size. */
function note({ log }: Runtime, blobId: string, error: unknown): void {
  if (error instanceof RefusalError) refused.set(blobId, true);
  const isMissing = (error as { code?: string }).code === 'ENOENT';
  const isExpected = error instanceof RefusalError || error instanceof AppError;
  if (!isExpected && !isMissing && !isDiskFull(error)) {
    log.error({ err: error }, 'largest size not made');
  }
}

async function make(rt: Runtime, blobId: string): Promise<boolean> {
  const { width, height, state, host_id: hostId } = (await findBlob(rt.db, blobId)) ?? {};
  if (state !== 'ready' || !width || !height || !hostId || refused.has(blobId)) return false;
  if (!hasLargest({ width, height }) || (await rt.blobs.room()) < ROOM_BYTES) return false;
  const folder = await rt.blobs.makeWorkFolder();
  try {
    const master = await rt.blobs.photoFile(blobId, MASTER, folder);
    await rt.images.largest(master, folder, hostId);
    return await publish(rt, { id: blobId, hostId }, folder);
  } finally {
    await rt.blobs.removeWorkFolder(folder);
  }
}

/** The file comes before its row; the job removes it if a crash comes between them. */
async function publish(
  rt: Runtime,
  blob: { id: string; hostId: string },
  folder: string,
): Promise<boolean> {
  const job = { kind: LARGEST_JOB, payload: { blobId: blob.id } };
  const runAt = new Date(rt.clock.now().getTime() + SETTLE_AFTER_MS);
  await inTransaction(rt, async ({ db }) => {
    await enqueueJob(db, { ...job, hostId: blob.hostId, runAt });
    await deleteBlobFile(db, blob.id, LARGEST);
  });
  const files = await rt.blobs.adopt(blob.id, folder, [LARGEST]);
  const outcome = await inTransaction(rt, async ({ db }) => {
    const wasWaiting = await deleteJob(db, job);
    if ((await findBlob(db, blob.id))?.state !== 'ready') return 'gone';
    if (!wasWaiting && !(await findBlobFile(db, blob.id, LARGEST))) return 'late';
    await insertBlobFiles(db, blob, files);
    return 'kept';
  });
  // Deleted meanwhile: the folder may have been made again.
  if (outcome === 'gone') await rt.blobs.removePhoto(blob.id);
  // After a long pause of this process, another one may be removing the file, or has done so.
  if (outcome === 'late') {
    await enqueueJob(rt.db, { ...job, hostId: blob.hostId, runAt: rt.clock.now() });
  }
  return outcome === 'kept';
}

/** Removes what a crash left: a file without its row. */
async function settleLargest(rt: Runtime, blobId: string): Promise<void> {
  await underWay.get(blobId);
  const state = (await findBlob(rt.db, blobId))?.state;
  if (state !== 'ready') await rt.blobs.removePhoto(blobId);
  else if (!(await findBlobFile(rt.db, blobId, LARGEST))) {
    await rt.blobs.removeFile(blobId, LARGEST);
  }
}
