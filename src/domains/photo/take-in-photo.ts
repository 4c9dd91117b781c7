import type { Readable } from 'node:stream';
import type { BlobRow, BlobState, NewBlobRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { AppError, gone, invalid, isStoreAway, notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import { PREVIEW } from '#lib/picture-recipe.ts';
import type { StoredFile } from '#server/blob-store.ts';
import { MismatchError } from '#server/blob-store.ts';
import type { Db } from '#server/database.ts';
import { RefusalError } from '#server/image/image-pool.ts';
import type { Refusal } from '#server/image/task.ts';
import { deleteJob } from '#server/jobs.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import { HEIC_REFUSAL, TYPE_REFUSAL, tidyLabel } from './photo-limits.ts';
import {
  deleteRemovedBlob,
  findBlob,
  insertBlob,
  insertBlobFiles,
  listHostBlobIds,
  updateBlob,
  updateHostBlobs,
  updateUnclaimedBlob,
} from './photo-rows.ts';
import type { DirectUpload, DirectUploadInput } from './photo.ts';
import { SLOT_LIFETIME_MS } from './photo.ts';
import { requireQuota, withinBounds } from './quota.ts';

export const VARIANTS_JOB = 'photo.variants';

const BLOB = 'blob';
const SLOT = 'slot';

/**
 * Opens a slot for one file (contract.md#direct-upload).
 * @throws AppError 422, 429, 507 beyond the facility's quota
 */
export async function openUploadSlot(
  rt: Runtime,
  actor: Actor,
  { blob }: DirectUploadInput,
  origin: string,
): Promise<DirectUpload> {
  const id = newId();
  const now = rt.clock.now();
  const expires = new Date(now.getTime() + SLOT_LIFETIME_MS);
  const row: NewBlobRow = {
    id,
    host_id: actor.host.id,
    ...blob,
    state: 'awaiting',
    sha256: null,
    width: null,
    height: null,
    color: null,
    exif_taken_on: null,
    created_by: actor.id,
    created_at: now.toISOString(),
    slot_expires_at: expires.toISOString(),
  };
  await requireQuota(rt, row);
  await inTransaction(rt, async (tx) => {
    await takeTry(tx.db, 'slotsByHost', actor.host.id, now);
    await insertBlob(tx.db, row);
  });
  return {
    id,
    key: id,
    ...blob,
    signed_id: `${id}.${rt.secrets.sign(BLOB, id)}`,
    direct_upload: {
      url: `${origin}${paths.api.directUpload(slotOf(rt, id))}`,
      headers: { 'Content-Type': blob.content_type },
    },
  };
}

export const slotOf = (rt: Runtime, id: string): string => `${id}.${rt.secrets.sign(SLOT, id)}`;

/** @returns the id in a signed text, or null if the signature is not ours for this purpose */
function readSigned(rt: Runtime, purpose: string, text: string): string | null {
  const [id = '', signature = ''] = text.split('.', 2);
  return rt.secrets.verify(signature, purpose, id) ? id : null;
}

/**
 * Receives the bytes of a slot (step 2); they are durable when this resolves.
 * @throws AppError 404 for a foreign slot, 410 for an expired or used one, 415, 422 for a wrong
 * size or checksum, 429 while the facility has too many pending uploads; nothing is stored then
 */
export async function receiveUpload(
  rt: Runtime,
  slot: string,
  contentType: string | null,
  body: Readable,
): Promise<void> {
  const id = readSigned(rt, SLOT, slot);
  const blob = id === null ? undefined : await findBlob(rt.db, id);
  if (!blob) throw notFound();
  if (blob.state !== 'awaiting' || Date.parse(blob.slot_expires_at) < rt.clock.now().getTime()) {
    throw gone('送り先の期限が切れました。もう一度写真を選んでください。');
  }
  if (tidyLabel(contentType ?? '') !== blob.content_type) {
    throw new AppError(415, '写真の形式が違います。');
  }
  await withinBounds(rt.db, blob, () => keepUpload(rt, blob, body));
}

async function keepUpload(rt: Runtime, blob: BlobRow, body: Readable): Promise<void> {
  const sha256 = await storeVerified(rt, blob, body);
  if (!(await updateBlob(rt.db, blob.id, 'awaiting', { state: 'stored', sha256 }))) {
    await removeLateUpload(rt, blob.id);
    throw gone('この送り先はもう使われています。もう一度写真を選んでください。');
  }
}

async function storeVerified(rt: Runtime, blob: BlobRow, body: Readable): Promise<string> {
  const announced = { byteSize: blob.byte_size, md5: blob.checksum };
  try {
    return (await rt.blobs.receive(blob.id, body, announced)).sha256;
  } catch (error) {
    if ((error as { code?: string }).code === 'ECONNRESET') {
      throw new AppError(400, '写真が途中で切れました。もう一度送ってください。', { cause: error });
    }
    if (!(error instanceof MismatchError)) throw error;
    throw invalid('写真が途中で変わってしまいました。もう一度送ってください。');
  }
}

/**
 * A concurrent request was faster; its blob may already be rendered and removed, so delete ours.
 */
async function removeLateUpload(rt: Runtime, blobId: string): Promise<void> {
  const state = (await findBlob(rt.db, blobId))?.state;
  if (isGone(state) || state === 'ready') await rt.blobs.removeUpload(blobId);
}

const isGone = (state: BlobState | undefined): boolean =>
  state === undefined || state === 'removing';

/** Removes files of a photo that was removed while they were made. */
export async function removeLateFiles(rt: Runtime, blobId: string): Promise<void> {
  if (isGone((await findBlob(rt.db, blobId))?.state)) await rt.blobs.removePhoto(blobId);
}

export interface AcceptedPhoto {
  blob: BlobRow;
  sha256: string;
  /** Written in the transaction that creates the item. */
  change: Pick<BlobRow, 'width' | 'height' | 'color' | 'exif_taken_on'>;
  files: Map<string, StoredFile>;
}

/** @throws AppError 422 unless the signed id belongs to a blob of this host */
export async function findSignedBlob(rt: Runtime, hostId: string, signedId: string) {
  const id = readSigned(rt, BLOB, signedId);
  const blob = id === null ? undefined : await findBlob(rt.db, id);
  if (!blob || blob.host_id !== hostId)
    throw refused('写真が見つかりません。もう一度選んでください。');
  return blob;
}

/**
 * Decodes an upload and makes its preview (step 3).
 * @throws AppError 422 naming the problem; the upload is then removed
 */
export async function acceptUpload(rt: Runtime, blob: BlobRow): Promise<AcceptedPhoto> {
  if (blob.state !== 'stored' || blob.sha256 === null) {
    throw refused('写真がまだ届いていません。もう一度送ってください。');
  }
  const folder = await rt.blobs.makeWorkFolder();
  try {
    const upload = await uploadOf(rt, blob.id, folder);
    const preview = await rt.images.preview(upload, folder, blob.host_id);
    const { width, height, color, takenOn } = preview;
    const files = await rt.blobs.adopt(blob.id, folder, [PREVIEW]);
    return {
      blob,
      sha256: blob.sha256,
      change: { width, height, color, exif_taken_on: takenOn },
      files,
    };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    await discardUpload(rt, blob.id);
    throw refused(REFUSALS[error.why]);
  } finally {
    await rt.blobs.removeWorkFolder(folder);
  }
}

async function uploadOf(rt: Runtime, blobId: string, folder: string): Promise<string> {
  try {
    return await rt.blobs.uploadFile(blobId, folder);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    await discardUpload(rt, blobId);
    throw refused('送られた写真が見つかりません。もう一度送ってください。');
  }
}

/** In the transaction that creates the item. @returns false if a concurrent request was faster */
export async function saveAccepted(
  tx: Db,
  { blob: { id, host_id: hostId }, change, files }: AcceptedPhoto,
): Promise<boolean> {
  if (!(await updateBlob(tx, id, 'stored', { ...change, state: 'accepted' }))) return false;
  await insertBlobFiles(tx, { id, hostId }, files);
  return true;
}

const refused = (message: string): AppError => invalid(message, { blob: [message] });

const REFUSALS: Record<Refusal, string> = {
  type: TYPE_REFUSAL,
  heic: HEIC_REFUSAL,
  pixels: '写真の縦横が大きすぎます。小さくしてから送ってください。',
  costly:
    'この写真は、このままでは使えません。写真を画面に出してスクリーンショットを撮り、それを送ってください。',
  broken: '写真のデータが壊れているようです。別の写真を選ぶか、撮り直してください。',
};

async function discardUpload(rt: Runtime, blobId: string): Promise<void> {
  // A concurrent request may have accepted it: then its files are a photo's.
  if (await updateBlob(rt.db, blobId, 'stored', { state: 'removing' }))
    await removeBlob(rt, blobId);
}

/** In the transaction that released a photo: marks it unless something else uses it. */
export const releaseBlob = (tx: Db, hostId: string, blobId: string) =>
  updateUnclaimedBlob(tx, hostId, blobId);

/** Call after the transaction. After a crash or while the store is away, a later sweep does it. */
export async function removeReleased(rt: Runtime, blobId: string): Promise<void> {
  if ((await findBlob(rt.db, blobId))?.state !== 'removing') return;
  await removeBlob(rt, blobId).catch((error: unknown) => {
    if (!isStoreAway(error)) throw error;
    rt.log.warn({ err: error, blobId }, 'photo not removed yet');
  });
}

/**
 * Removes all photos of a host that are no longer referenced; the next call or sweep completes an
 * interrupted removal. @throws what has kept the first one that is still there
 */
export async function removeHostPhotos(rt: Runtime, hostId: string): Promise<void> {
  await updateHostBlobs(rt.db, hostId);
  const failure = await removeBlobs(rt, await listHostBlobIds(rt.db, hostId));
  if (failure) throw failure.error;
}

/** Marked ones, each by itself, until the store is away. @returns why the first one is still there */
export async function removeBlobs(
  rt: Runtime,
  blobIds: readonly string[],
): Promise<Failure | undefined> {
  let first: Failure | undefined;
  for (const blobId of blobIds) {
    try {
      await removeBlob(rt, blobId);
    } catch (error) {
      const isAway = isStoreAway(error);
      rt.log[isAway ? 'warn' : 'error']({ err: error, blobId }, 'photo not removed yet');
      first ??= { error };
      if (isAway) break;
    }
  }
  return first;
}

interface Failure {
  error: unknown;
}

/** Removes a marked blob's files, then its row, so that an interrupted removal is resumed. */
export async function removeBlob(rt: Runtime, blobId: string): Promise<void> {
  await rt.blobs.removeUpload(blobId);
  await rt.blobs.removePhoto(blobId);
  // A failed job would be shown to admins forever.
  await deleteJob(rt.db, { kind: VARIANTS_JOB, payload: { blobId } });
  await deleteRemovedBlob(rt.db, blobId);
}
