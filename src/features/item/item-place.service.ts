import type { ItemRow } from '#db/schema.ts';
import { newId } from '#server/secrets.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { requirePlace } from '#features/resident/resident.service.ts';
import type { Actor } from '#features/session/session.ts';
import { readItem } from './item-list.service.ts';
import { noteItem, onConflict, requireLiving, writeItem } from './item-write.service.ts';
import type { Item, Place } from './item.ts';
import { insertItem } from './item.repository.ts';

/** The item, which may come to that place. @throws AppError 404, 422 */
async function requireMovable(rt: Runtime, actor: Actor, id: string, to: Place): Promise<ItemRow> {
  const row = await requireLiving(rt, actor, id);
  await requirePlace(rt, actor, to);
  return row;
}

/** Moves an item to another resident, or makes it facility-wide. @throws AppError 404, 409, 422 */
export async function moveItem(rt: Runtime, actor: Actor, id: string, to: Place): Promise<Item> {
  const row = await requireMovable(rt, actor, id, to);
  if (row.resident_id !== to) {
    const change = { resident_id: to, position: 0 };
    await writeItem(rt, actor, id, change, (tx) =>
      noteItem(tx, actor, 'photo.moved', { id, resident_id: to }, row.resident_id ?? ''),
    );
  }
  return readItem(rt, actor, id);
}

/** Creates a second item for the same stored photo. @throws AppError 404, 409, 422 */
export async function copyItem(rt: Runtime, actor: Actor, id: string, to: Place): Promise<Item> {
  const row = await requireMovable(rt, actor, id, to);
  const copy = {
    ...row,
    id: newId(),
    resident_id: to,
    is_upload: 0 as const,
    position: 0,
    created_by: actor.id,
    created_at: rt.clock.now().toISOString(),
  };
  await onConflict(() =>
    inTransaction(rt, async (tx) => {
      await insertItem(tx.db, copy);
      await noteItem(tx, actor, 'photo.copied', copy, row.resident_id ?? '');
    }),
  );
  return readItem(rt, actor, copy.id);
}
