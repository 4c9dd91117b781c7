import type { BlobRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { HostRoom } from '#domains/facility/read-host.ts';
import { readHostRoom } from '#domains/facility/read-host.ts';
import { AppError, diskFull, invalid } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { MAX_UPLOAD_BYTES } from './photo-limits.ts';
import { sumUnfinished } from './photo-rows.ts';
import type { Unclaimed } from './upload.ts';
import { UNCLAIMED_WAIT_S, isWithinBounds } from './upload.ts';

type Wanted = Pick<BlobRow, 'host_id' | 'byte_size'>;

/** Their bytes are already on disk. */
const underWay = new Map<string, Set<Wanted>>();

/**
 * Checks that a facility may upload another photo.
 * @throws AppError 422 storage full, 429 too many unclaimed uploads, 507 disk nearly full (trials)
 */
export async function requireQuota(rt: Runtime, wanted: Wanted): Promise<void> {
  const { db, blobs } = rt;
  const { host_id: hostId, byte_size: byteSize } = wanted;
  const room = await readHostRoom(rt, hostId);
  const { stored, accepted } = await sumUnfinished(db, hostId);
  const { limit, storedBytes, isOnTrial } = room;
  if (limit && storedBytes + accepted.bytes + byteSize > limit.maxBytes) throw roomFull(room);
  if (isOnTrial && (await blobs.roomForTrials()) < byteSize) throw diskFull();
  requireUnclaimed(stored, wanted);
}

/** Whether the disk is too full for this facility's photos, as in `requireQuota`. */
export async function isPhotoRoomGone(
  rt: Runtime,
  { host }: Pick<Actor, 'host'>,
): Promise<boolean> {
  const { isOnTrial } = await readHostRoom(rt, host.id);
  const room = await (isOnTrial ? rt.blobs.roomForTrials() : rt.blobs.room());
  return room < MAX_UPLOAD_BYTES;
}

/** Receives an upload, counting those in progress. @throws AppError 429 */
export async function withinBounds<T>(
  db: Db,
  wanted: Wanted,
  receive: () => Promise<T>,
): Promise<T> {
  const { host_id: hostId } = wanted;
  const uploads = underWay.get(hostId) ?? new Set();
  underWay.set(hostId, uploads.add(wanted));
  try {
    requireUnclaimed((await sumUnfinished(db, hostId)).stored, wanted);
    return await receive();
  } finally {
    uploads.delete(wanted);
    if (uploads.size === 0) underWay.delete(hostId);
  }
}

function requireUnclaimed(stored: Unclaimed, wanted: Wanted): void {
  const uploads = new Set(underWay.get(wanted.host_id)).add(wanted);
  const files = stored.files + uploads.size;
  const bytes = [...uploads].reduce((sum, { byte_size }) => sum + byte_size, stored.bytes);
  if (!isWithinBounds({ files, bytes })) throw tooMuch();
}

const tooMuch = (): AppError =>
  new AppError(
    429,
    'まだ登録の済んでいない写真が多すぎます。少し待つと、続きから送れるようになります。',
    { retryAfter: UNCLAIMED_WAIT_S },
  );

function roomFull({ limit, isOnTrial }: HostRoom): AppError {
  const used = `写真の容量（${limit?.storage ?? 0}GB）がいっぱいのため、追加できません。`;
  return invalid(
    isOnTrial
      ? `お試しの${used}続けてご利用になると、もっと追加できます。`
      : `${used}いらない写真を削除するか、管理者の方から運営者に、プランの変更をご相談ください。`,
  );
}
