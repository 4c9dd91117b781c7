import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { findResident, updateResidentRow } from '#domains/people/resident-rows.ts';
import type { PhotoDecision } from '#domains/people/resident.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import { isOn } from '#lib/flags.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { deleteItemsOf, endHiding } from './delete-items.ts';

/** Decides about photos without consent (domain.md#consent). @throws AppError 404, 409, 422 */
export async function decidePhotos(
  rt: Runtime,
  actor: Actor,
  id: string,
  { decision, itemIds }: PhotoDecision,
): Promise<void> {
  if (decision === 'choose' && itemIds.length === 0) {
    const text = '削除する写真に印をつけてください。';
    throw invalid(text, { itemIds: [text] });
  }
  await inTransaction(rt, async (tx) => {
    const row = await findResident(tx.db, actor.host.id, id);
    if (!row) throw notFound();
    if (!isOn(row.photos_hidden)) throw conflict('この方の写真については、もう決まっています。');
    const of = { hostId: actor.host.id, residentId: id };
    if (decision === 'delete') await deleteItemsOf(tx, of);
    if (decision === 'choose') await deleteItemsOf(tx, of, itemIds);
    // If all are deleted the flag stays: a restored photo needs a decision.
    if (decision === 'delete') await endHiding(tx, of);
    else await updateResidentRow(tx.db, row, { photos_hidden: 0 });
    const target = `${id} ${decision}`;
    await noteAct(tx, actor, { action: 'resident.photos_decided', target, residentId: id });
  });
}
