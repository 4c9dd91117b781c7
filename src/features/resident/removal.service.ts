import { conflict, notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { leaveWithheldOut } from '#features/item/item.service.ts';
import { releaseBlob, removeReleased } from '#features/photo/photo.service.ts';
import type { Actor } from '#features/session/session.ts';
import { countTraces, deleteResidentRow } from './removal.repository.ts';
import { findResident } from './resident.repository.ts';

/** Whether a resident may be deleted, and what goes with them. */
export interface Removal {
  /** null if nothing stands in the way. */
  obstacle: string | null;
  /** Families without a letter yet. */
  families: number;
}

export const readRemoval = async (rt: Runtime, { host }: Actor, id: string): Promise<Removal> =>
  removalOf(rt.db, host.id, id);

async function removalOf(db: Db, hostId: string, id: string): Promise<Removal> {
  const { photos, deliveries, reads, answers, handovers, families } = await countTraces(
    db,
    hostId,
    id,
  );
  return {
    obstacle: photos
      ? `写真が${photos}枚あるため、削除できません。まちがいの写真は先に削除してください（削除から24時間は、元に戻せるように残ります）。`
      : deliveries || reads || answers || handovers
        ? 'お便りをお届けしたご家族がいるため、削除できません。退居されたときは「退居の日」を入れてください。'
        : null,
    families: families ?? 0,
  };
}

/**
 * Deletes a resident who was entered by mistake, with families that never got a letter
 * (domain.md#people).
 * @throws AppError 404; 409 with what stands in the way
 */
export async function removeResident(rt: Runtime, actor: Actor, id: string): Promise<void> {
  const hostId = actor.host.id;
  const portrait = await inTransaction(rt, async (tx) => {
    const row = await findResident(tx.db, hostId, id);
    if (!row) throw notFound();
    const { obstacle } = await removalOf(tx.db, hostId, id);
    if (obstacle !== null) throw conflict(obstacle);
    await leaveWithheldOut(tx, { hostId, residentId: id });
    await deleteResidentRow(tx.db, hostId, id);
    if (row.portrait_blob_id !== null) await releaseBlob(tx.db, hostId, row.portrait_blob_id);
    // From now on only the event knows the name.
    const event = { action: 'resident.deleted', target: id, detail: row.name } as const;
    await noteAct(tx, actor, event);
    return row.portrait_blob_id;
  });
  if (portrait !== null) await removeReleased(rt, portrait);
}
