import type { BlobRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { requireStay } from '#domains/people/read-residents.ts';
import type { AcceptedPhoto } from '#domains/photo/take-in-photo.ts';
import {
  VARIANTS_JOB,
  acceptUpload,
  findSignedBlob,
  removeLateFiles,
  saveAccepted,
} from '#domains/photo/take-in-photo.ts';
import { enqueueJob } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Flag } from '#lib/flags.ts';
import { toFlag } from '#lib/flags.ts';
import { requireAgreed } from './consent-of-picture.ts';
import { requireNewPlaces } from './item-place.ts';
import { findUploadedItem, insertItem, listItemIdsOfBlob } from './item-rows.ts';
import type { CreateItemInput, Item, Place } from './item.ts';
import { defaultDay, chosenPlaces } from './item.ts';
import { readItem } from './list-items.ts';
import { noteItem, requireNotLater } from './write-items.ts';

/** As `createItems`, for one place. */
export async function createItem(rt: Runtime, actor: Actor, input: CreateItemInput): Promise<Item> {
  const [item] = await createItems(rt, actor, input);
  if (!item) throw new Error('no item was created');
  return item;
}

/**
 * Creates an item from an upload, or one for each resident who is on the photo and does not have
 * it yet (contract.md#items); idempotent per blob.
 * @throws AppError 404 unknown resident, 409 if all places have the picture, 422
 */
export async function createItems(
  rt: Runtime,
  actor: Actor,
  input: CreateItemInput,
): Promise<Item[]> {
  const blob = await findSignedBlob(rt, actor.host.id, input.blob);
  const places = chosenPlaces(input);
  if (await findUploadedItem(rt.db, blob.id)) return readCreated(rt, actor, blob.id, places);
  try {
    await createNewItems(rt, actor, input, blob);
  } catch (error) {
    // A concurrent request was faster with the same upload.
    if (!(await findUploadedItem(rt.db, blob.id))) throw error;
  }
  return readCreated(rt, actor, blob.id, places);
}

/** @throws AppError 404 if it was deleted meanwhile */
async function readCreated(
  rt: Runtime,
  actor: Actor,
  blobId: string,
  places: readonly Place[],
): Promise<Item[]> {
  const ids = await listItemIdsOfBlob(rt.db, actor.host.id, blobId, places);
  const uploaded = (await findUploadedItem(rt.db, blobId))?.id ?? '';
  const wanted = ids.length > 0 && places.length > 1 ? ids : [uploaded];
  return Promise.all(wanted.map((id) => readItem(rt, actor, id)));
}

async function createNewItems(
  rt: Runtime,
  actor: Actor,
  input: CreateItemInput,
  blob: BlobRow,
): Promise<void> {
  const today = requireNotLater(rt, input.takenOn);
  const places = chosenPlaces(input);
  // Decoding is slow and expensive: the places are checked before it, and again after it.
  await requireNewPlaces(rt, actor, places, blob.sha256);
  const photo = await acceptUpload(rt, blob);
  const { takenOn, isHeld } = input.takenOn
    ? { takenOn: input.takenOn, isHeld: false }
    : defaultDay(photo.change.exif_taken_on, today);
  const item = { taken_on: takenOn, caption: input.caption, held: toFlag(isHeld) } as const;
  const isSaved = await saveItems(rt, actor, photo, places, item);
  if (!isSaved) await removeLateFiles(rt, blob.id);
}

/** @returns false if a twin request was faster, or the upload was removed meanwhile */
const saveItems = (
  rt: Runtime,
  actor: Actor,
  photo: AcceptedPhoto,
  places: readonly Place[],
  item: { taken_on: string; caption: string; held: Flag },
): Promise<boolean> =>
  inTransaction(rt, async (tx) => {
    if (!(await saveAccepted(tx.db, photo))) return false;
    const now = rt.clock.now();
    const free = await requireNewPlaces(tx, actor, places, photo.sha256);
    for (const [index, place] of free.entries()) {
      await requireStay(tx, actor, place, item.taken_on);
      const row = {
        ...item,
        id: newId(),
        host_id: actor.host.id,
        resident_id: place,
        blob_id: photo.blob.id,
        picture: photo.sha256,
        is_upload: index === 0 ? 1 : 0,
        created_by: actor.id,
        created_at: now.toISOString(),
        deleted_at: null,
      } as const;
      await requireAgreed(tx, row, place);
      await insertItem(tx.db, row);
      await noteItem(tx, actor, { action: 'photo.added' }, row);
    }
    await enqueueJob(tx.db, {
      kind: VARIANTS_JOB,
      hostId: actor.host.id,
      payload: { blobId: photo.blob.id },
      runAt: now,
    });
    return true;
  });
