import type { ItemRow } from '#db/schema.ts';
import type { Tx } from '#server/transaction.ts';
import type { Actor } from '#features/session/session.ts';
import { noteItem } from './item-write.service.ts';
import type { OrderStep } from './item.ts';
import { listDayOfPlace } from './item.repository.ts';
import { updateItem } from './item-write.repository.ts';

/**
 * Exchanges a photo with the one before or after it in the letter, among those of its day and
 * place; nothing happens at either end (domain.md#a-letter).
 */
export async function orderItem(
  tx: Tx,
  actor: Actor,
  row: ItemRow,
  step: OrderStep,
): Promise<void> {
  const day = await listDayOfPlace(tx.db, actor.host.id, row);
  const at = day.findIndex(({ id }) => id === row.id);
  const to = step === 'earlier' ? at - 1 : at + 1;
  const [photo, other] = [day[at], day[to]];
  if (!photo || !other) return;
  [day[at], day[to]] = [other, photo];
  for (const [index, { id, position }] of day.entries()) {
    const wanted = index - day.length;
    if (position !== wanted) await updateItem(tx.db, actor.host.id, id, { position: wanted });
  }
  await noteItem(tx, actor, 'photo.ordered', row);
}
