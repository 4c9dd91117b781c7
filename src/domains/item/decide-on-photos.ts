import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { findResident, updateResidentRow } from '#domains/people/resident-rows.ts';
import type { PhotoDecision } from '#domains/people/resident.ts';
import { conflict, invalid, orMissing } from '#lib/errors.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { findsAny } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { deleteItemsOf, endHiding } from './delete-items.ts';
import { hideFromOthers, showPicturesOf } from './write-items.ts';

interface OfResident {
  hostId: string;
  residentId: string;
}

/**
 * Decides about photos without consent, or about those in others' letters without consent to these
 * (domain.md#consent). Triggers on `withheld_pictures` show them again (`applyAnswer`). @throws AppError 404, 409, 422
 */
export async function decidePhotos(
  rt: Runtime,
  actor: Actor,
  id: string,
  decision: PhotoDecision,
): Promise<void> {
  await inTransaction(rt, async (tx) => {
    const row = orMissing(await findResident(tx.db, actor.host.id, id));
    const of = { hostId: actor.host.id, residentId: id };
    const isWithdrawn = isOn(row.photos_hidden);
    if (!isWithdrawn && !(await isNarrowed(tx.db, of))) {
      throw conflict('この方の写真については、もう決まっています。');
    }
    const detail = await (isWithdrawn ? decideWithdrawn : decideNarrowed)(tx, of, decision);
    const event = { target: id, residentId: id, detail };
    await noteAct(tx, actor, { action: 'resident.photos_decided', ...event });
  });
}

async function decideWithdrawn(tx: Tx, of: OfResident, { decision, itemIds }: PhotoDecision) {
  if (decision === 'own') throw notOffered();
  if (decision === 'choose') requireMarked(itemIds, '削除する写真に印をつけてください。');
  if (decision === 'delete') await deleteItemsOf(tx, of);
  if (decision === 'choose') await deleteItemsOf(tx, of, itemIds);
  // If all are deleted the flag stays: a restored photo needs a decision.
  if (decision === 'delete') await endHiding(tx, of);
  else {
    const row = { host_id: of.hostId, id: of.residentId };
    await updateResidentRow(tx.db, row, { photos_hidden: 0 });
  }
  return decision;
}

/** Whether others see the pictures on; what is not marked, they do. */
async function decideNarrowed(tx: Tx, of: OfResident, { decision, itemIds }: PhotoDecision) {
  if (decision === 'delete') throw notOffered();
  if (decision === 'choose') {
    requireMarked(itemIds, 'ほかのご家族に出さない写真に印をつけてください。');
  }
  if (decision !== 'own') await showPicturesOf(tx.db, of, decision === 'choose' ? itemIds : []);
  if (decision !== 'keep') await hideFromOthers(tx.db, of);
  return `others_${decision}` as const;
}

function requireMarked(itemIds: readonly string[], text: string): void {
  if (itemIds.length === 0) throw invalid(text, { itemIds: [text] });
}

function notOffered() {
  const text = 'どうするかを選んでください。';
  return invalid(text, { decision: [text] });
}

const isNarrowed = (db: Db, { hostId, residentId }: OfResident): Promise<boolean> =>
  findsAny(
    db
      .selectFrom('withheld_pictures')
      .where((eb) => eb.and({ host_id: hostId, resident_id: residentId, asks: 1, waits: 0 })),
  );
