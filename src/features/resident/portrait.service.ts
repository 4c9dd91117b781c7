import { AppError, invalid } from '#lib/errors.ts';
import { enqueueJob } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { VARIANTS_JOB } from '#features/photo/photo.jobs.ts';
import type { AcceptedPhoto } from '#features/photo/photo.service.ts';
import { acceptUpload, findSignedBlob, saveAccepted } from '#features/photo/photo.service.ts';
import type { Actor } from '#features/session/session.ts';

/** A portrait in a request, ready to be claimed. */
export interface Portrait {
  blobId: string;
  /** Null if it is already this resident's portrait and the client repeats the request. */
  photo: AcceptedPhoto | null;
}

/**
 * Decodes a portrait before the resident is changed.
 * @param signedId null: remove; undefined: unchanged
 * @param current the blob of the current portrait
 * @throws AppError 422 naming the field if it is invalid, foreign, or in use elsewhere
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
    // The photo's field is called `blob`; this form's has another name.
    if (error instanceof AppError && error.status === 422) throw refused(error.message);
    throw error;
  }
}

const refused = (text: string): AppError => invalid(text, { portrait: [text] });

/** In the transaction that assigns it: it no longer counts as unclaimed. */
export async function claimPortrait(
  tx: Tx,
  actor: Actor,
  { blobId, photo }: Portrait,
): Promise<void> {
  if (photo === null) return;
  if (!(await saveAccepted(tx.db, photo))) {
    throw refused('この顔写真はほかで使われています。もう一度選んでください。');
  }
  await enqueueJob(tx.db, {
    kind: VARIANTS_JOB,
    hostId: actor.host.id,
    payload: { blobId },
    runAt: tx.clock.now(),
  });
}
