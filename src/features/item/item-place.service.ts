import type { ItemRow } from '#db/schema.ts';
import { newId } from '#server/secrets.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { requirePlace, requireStay } from '#features/resident/resident.service.ts';
import type { Actor } from '#features/session/session.ts';
import { readItem } from './item-list.service.ts';
import { duplicate, noteItem, onConflict, requireLiving, writeItem } from './item-write.service.ts';
import type { Item, Place } from './item.ts';
import { findSamePicture, insertItem } from './item.repository.ts';

/** The item, which may come to that place. @throws AppError 404, 422 */
async function requireMovable(rt: Runtime, actor: Actor, id: string, to: Place): Promise<ItemRow> {
  const row = await requireLiving(rt, actor, id);
  await requirePlace(rt, actor, to);
  await requireStay(rt, actor, to, row.taken_on);
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
  const [item] = await copyItems(rt, actor, id, [to]);
  if (!item) throw new Error('no copy was made');
  return item;
}

/**
 * Creates an item for the same stored photo in each place that does not have the picture.
 * @throws AppError 404, 409 if all have it, 422
 */
export async function copyItems(
  rt: Runtime,
  actor: Actor,
  id: string,
  to: readonly Place[],
): Promise<Item[]> {
  const row = await requireLiving(rt, actor, id);
  const places = await requireNewPlaces(rt, actor, to, row.picture);
  for (const place of places) await requireStay(rt, actor, place, row.taken_on);
  const copies = places.map((place) => ({
    ...row,
    id: newId(),
    resident_id: place,
    is_upload: 0 as const,
    position: 0,
    created_by: actor.id,
    created_at: rt.clock.now().toISOString(),
  }));
  await onConflict(() =>
    inTransaction(rt, async (tx) => {
      for (const copy of copies) {
        await insertItem(tx.db, copy);
        await noteItem(tx, actor, 'photo.copied', copy, row.resident_id ?? '');
      }
    }),
  );
  return Promise.all(copies.map((copy) => readItem(rt, actor, copy.id)));
}

/**
 * The places that do not have the picture.
 * @param picture null if its hash is not known yet
 * @throws AppError 404 unknown resident, 409 if all have it, 422 without consent
 */
export async function requireNewPlaces(
  rt: Runtime,
  actor: Actor,
  places: readonly Place[],
  picture: string | null,
): Promise<Place[]> {
  const free: Place[] = [];
  for (const place of places) {
    await requirePlace(rt, actor, place);
    const twin = picture && (await findSamePicture(rt.db, actor.host.id, place, picture));
    if (!twin) free.push(place);
  }
  if (free.length === 0) throw duplicate();
  return free;
}
