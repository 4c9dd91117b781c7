import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/durations.ts';
import { AppError } from '#lib/errors.ts';
import { isDiskFull } from '#server/failures.ts';
import { RefusalError } from '#server/image/pool.ts';
import { deleteJob, enqueueJob } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { LARGEST, MASTER, hasLargest } from './photo.ts';
import { deleteBlobFile, findBlob, findBlobFile, insertBlobFiles } from './photo.repository.ts';

/** Looks after a size whose making a crash may have interrupted. */
export const LARGEST_JOB = 'photo.largest';

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
    await rt.images.largest(rt.blobs.photoPath(blobId, MASTER), folder, hostId);
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
export async function settleLargest(rt: Runtime, blobId: string): Promise<void> {
  await underWay.get(blobId);
  const state = (await findBlob(rt.db, blobId))?.state;
  if (state !== 'ready') await rt.blobs.removePhoto(blobId);
  else if (!(await findBlobFile(rt.db, blobId, LARGEST))) {
    await rt.blobs.removeFile(blobId, LARGEST);
  }
}
