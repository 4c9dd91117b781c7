import type { ItemRow } from '#db/schema.ts';
import type { Degrees } from '#server/image/task.ts';
import type { Runtime } from '#server/runtime.ts';
import { turnPhoto, turnedMeanwhile } from '#features/photo/turn.service.ts';
import type { Actor } from '#features/session/session.ts';
import { noteItem } from './item-write.service.ts';
import { updateItemsOfBlob } from './item-write.repository.ts';

/**
 * Turns the photo of an item clockwise, for all items that share it.
 * @throws AppError 409 if it was turned or deleted meanwhile, and as `turnPhoto`
 */
export const turnItem = (
  rt: Runtime,
  actor: Actor,
  row: ItemRow,
  degrees: Degrees,
): Promise<void> =>
  turnPhoto(rt, row.blob_id, degrees, async (tx, newBlobId) => {
    if (!(await updateItemsOfBlob(tx.db, actor.host.id, row.blob_id, newBlobId))) {
      throw turnedMeanwhile();
    }
    await noteItem(tx, actor, 'photo.turned', row);
  });
