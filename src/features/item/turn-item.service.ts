import type { Degrees } from '#server/image/task.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { turnPhoto, turnedMeanwhile } from '#features/photo/turn.service.ts';
import type { Actor } from '#features/session/session.ts';
import { noteItem, requireLiving } from './item-write.service.ts';
import { updateItemsOfBlob } from './item-write.repository.ts';

/**
 * Turns the photo of an item clockwise, for all items that share it.
 * @param alsoWrite what is to change with it, in the same transaction
 * @throws AppError 404; 409 if it was turned or deleted meanwhile, and as `turnPhoto`
 */
export async function turnItem(
  rt: Runtime,
  actor: Actor,
  id: string,
  degrees: Degrees,
  alsoWrite: (tx: Tx) => Promise<void>,
): Promise<void> {
  const row = await requireLiving(rt, actor, id);
  await turnPhoto(rt, row.blob_id, degrees, async (tx, newBlobId) => {
    if (!(await updateItemsOfBlob(tx.db, actor.host.id, row.blob_id, newBlobId))) {
      throw turnedMeanwhile();
    }
    await noteItem(tx, actor, 'photo.turned', await requireLiving(tx, actor, id));
    await alsoWrite(tx);
  });
}
