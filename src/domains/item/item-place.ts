import type { Actor } from '#domains/account/session/session.ts';
import { requirePlace, requireStay } from '#domains/people/read-residents.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import { requireAgreed, requireShown } from './consent-of-picture.ts';
import { findSamePicture, insertItem } from './item-rows.ts';
import type { Item, Moved, Place } from './item.ts';
import type { SeenBy } from './seen-by.ts';
import { readSeenWhileThere } from './seen-while-there.ts';
import { readItem } from './list-items.ts';
import { duplicate, noteItem, requireLiving, unlessTaken, updateItem } from './write-items.ts';

/**
 * Moves an item to another resident, or makes it facility-wide, and says whose 見ました came while
 * it was in its former place.
 * @throws AppError 404, 409 also while the picture is hidden, 422
 */
export async function moveItem(rt: Runtime, actor: Actor, id: string, to: Place): Promise<Moved> {
  let seenBy: SeenBy[] = [];
  await unlessTaken(rt, async (tx) => {
    const row = await requireLiving(tx, actor, id);
    await requirePlace(tx, actor, to);
    await requireStay(tx, actor, to, row.taken_on);
    if (row.resident_id === to) return;
    await requireShown(tx, row);
    await requireAgreed(tx, row, to);
    seenBy = await readSeenWhileThere(tx, actor, [row]);
    await updateItem(tx.db, actor.host.id, id, { resident_id: to, position: 0 });
    const moved = { id, resident_id: to };
    await noteItem(tx, actor, { action: 'photo.moved', detail: row.resident_id ?? '' }, moved);
  });
  return { item: await readItem(rt, actor, id), seenBy };
}

/** Creates a second item for the same stored photo. @throws AppError 404, 409, 422 */
export async function copyItem(rt: Runtime, actor: Actor, id: string, to: Place): Promise<Item> {
  const [item] = await copyItems(rt, actor, id, [to]);
  if (!item) throw new Error('no copy was made');
  return item;
}

/**
 * Creates an item for the same stored photo in each place that does not have the picture.
 * @throws AppError 404, 409 if all have it or while it is hidden, 422
 */
export async function copyItems(
  rt: Runtime,
  actor: Actor,
  id: string,
  to: readonly Place[],
): Promise<Item[]> {
  const copies = await inTransaction(rt, async (tx) => {
    const row = await requireLiving(tx, actor, id);
    const places = await requireNewPlaces(tx, actor, to, row.picture);
    await requireShown(tx, row);
    const made = places.map((place) => ({
      ...row,
      id: newId(),
      resident_id: place,
      is_upload: 0 as const,
      position: 0,
      created_by: actor.id,
      created_at: tx.clock.now().toISOString(),
    }));
    for (const copy of made) {
      await requireStay(tx, actor, copy.resident_id, row.taken_on);
      await requireAgreed(tx, row, copy.resident_id);
      await insertItem(tx.db, copy);
      await noteItem(tx, actor, { action: 'photo.copied', detail: row.resident_id ?? '' }, copy);
    }
    return made;
  });
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
