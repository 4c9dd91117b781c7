import type { Actor } from '#domains/account/session/session.ts';
import type { AcceptedPhoto } from '#domains/photo/take-in-photo.ts';
import {
  VARIANTS_JOB,
  acceptUpload,
  findSignedBlob,
  saveAccepted,
} from '#domains/photo/take-in-photo.ts';
import { AppError, invalid } from '#lib/errors.ts';
import { enqueueJob } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';

export interface Portrait {
  blobId: string;
  /** null if it is already the portrait: the client repeats the request. */
  photo: AcceptedPhoto | null;
}

/**
 * Decodes a portrait before the resident is changed.
 * @param signedId null removes; undefined keeps
 * @throws AppError 422 if it is invalid, foreign, or in use elsewhere
 */
export async function acceptPortrait(
  rt: Runtime,
  actor: Actor,
  signedId: string | null | undefined,
  current: string | null,
): Promise<Portrait | null | undefined> {
  if (typeof signedId !== 'string') return signedId;
  try {
    const blob = await findSignedBlob(rt, actor.host.id, signedId);
    const photo = blob.id === current ? null : await acceptUpload(rt, blob);
    return { blobId: blob.id, photo };
  } catch (error) {
    // The field is called `blob` there, not here.
    if (error instanceof AppError && error.status === 422) throw refused(error.message);
    throw error;
  }
}

const refused = (text: string): AppError => invalid(text, { portrait: [text] });

/** @param current the portrait by now: it may have been removed meanwhile. @throws AppError 422 */
export async function claimPortrait(
  tx: Tx,
  actor: Actor,
  { blobId, photo }: Portrait,
  current: string | null,
): Promise<void> {
  if (photo === null && blobId === current) return;
  if (photo === null || !(await saveAccepted(tx.db, photo))) {
    throw refused('この顔写真はほかで使われています。もう一度選んでください。');
  }
  await enqueueJob(tx.db, {
    kind: VARIANTS_JOB,
    hostId: actor.host.id,
    payload: { blobId },
    runAt: tx.clock.now(),
  });
}
