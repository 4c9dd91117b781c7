import type { BlobRow } from '#db/schema.ts';
import { AppError, conflict, notFound, orMissing } from '#lib/errors.ts';
import { MASTER } from '#lib/picture-recipe.ts';
import type { StoredFile } from '#server/blob-store.ts';
import { RefusalError } from '#server/image/image-pool.ts';
import type { Degrees } from '#server/image/task.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { findBlob, insertBlob, insertBlobFiles, updateBlob } from './photo-rows.ts';
import { PHOTO_FILES } from './photo.ts';
import { releaseBlob, removeBlob, removeReleased } from './take-in-photo.ts';
import { requireQuota } from './quota.ts';

/**
 * Turns a photo clockwise (domain.md#photos). The turned one is a photo of its own, so that no
 * cache shows the old one at the new one's URLs. Until it is complete the old one stays as it is.
 * @param replace puts the new photo in place of the old one, in the last transaction
 * @throws AppError 404, 409 while its sizes are being made or if it was turned meanwhile, 422 if its master cannot be read, 503
 */
export async function turnPhoto(
  rt: Runtime,
  blobId: string,
  degrees: Degrees,
  replace: (tx: Tx, newBlobId: string) => Promise<void>,
): Promise<void> {
  const old = orMissing(await findBlob(rt.db, blobId));
  if (old.state !== 'ready') throw notReady();
  const turned = await reserve(rt, old);
  try {
    const made = await makeTurned(rt, old, turned.id, degrees);
    await inTransaction(rt, async (tx) => {
      await publish(tx, old, turned, made);
      await replace(tx, turned.id);
      await releaseBlob(tx.db, old.host_id, old.id);
    });
  } catch (error) {
    await updateBlob(rt.db, turned.id, 'stored', { state: 'removing' });
    // Marked by this or by another process, which had given it up.
    if ((await findBlob(rt.db, turned.id))?.state !== 'ready') await removeBlob(rt, turned.id);
    if (!isUnreadable(error)) throw error;
    const isStill = (await findBlob(rt.db, old.id))?.state === 'ready';
    throw isStill ? unreadable(error) : turnedMeanwhile();
  }
  await removeReleased(rt, old.id);
}

const notReady = () =>
  conflict('この写真はまだ準備中です。少し待ってから、もう一度回してください。');
export const turnedMeanwhile = () =>
  conflict('この写真は、今変わったところです。ページを開き直して、向きを確かめてください。');

/** A damaged or missing master. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof RefusalError || (error as { code?: string }).code === 'ENOENT';

const unreadable = (cause: unknown) =>
  new AppError(422, 'この写真は回せませんでした。写真はそのまま残っています。', { cause });

/** A row without an upload: an interrupted turn is found and removed by it. */
async function reserve(rt: Runtime, old: BlobRow): Promise<BlobRow> {
  const now = rt.clock.now().toISOString();
  const row: BlobRow = {
    ...old,
    id: newId(),
    state: 'stored',
    sha256: null,
    created_at: now,
    slot_expires_at: now,
  };
  await requireQuota(rt, row);
  await insertBlob(rt.db, row);
  return row;
}

interface Made {
  size: { width: number; height: number };
  files: Map<string, StoredFile>;
}

async function makeTurned(
  rt: Runtime,
  old: BlobRow,
  newBlobId: string,
  degrees: Degrees,
): Promise<Made> {
  const folder = await rt.blobs.makeWorkFolder();
  try {
    const master = await rt.blobs.photoFile(old.id, MASTER, folder);
    const size = await rt.images.turned(master, folder, old.host_id, degrees);
    return { size, files: await rt.blobs.adopt(newBlobId, folder, PHOTO_FILES) };
  } finally {
    await rt.blobs.removeWorkFolder(folder);
  }
}

async function publish({ db }: Tx, old: BlobRow, turned: BlobRow, made: Made): Promise<void> {
  const change = { state: 'ready' as const, sha256: old.sha256, ...made.size };
  if (!(await updateBlob(db, turned.id, 'stored', change))) throw notFound();
  await insertBlobFiles(db, { id: turned.id, hostId: turned.host_id }, made.files);
}
