import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { releaseBlob, removeReleased } from '#domains/photo/take-in-photo.ts';
import { conflict, orMissing } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { findResident } from './resident-rows.ts';
import { whatFollows } from './what-follows.ts';

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
      ? `写真が${photos}枚あるため、削除できません。間違いの写真は先に削除してください（削除から24時間は、元に戻せるように残ります）。`
      : deliveries || reads || answers || handovers
        ? 'お便りをお届けしたご家族がいるため、削除できません。退居されたときは「退居の日」を、亡くなられたときは「亡くなられた日」を入れてください。'
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
    const row = orMissing(await findResident(tx.db, hostId, id));
    const { obstacle } = await removalOf(tx.db, hostId, id);
    if (obstacle !== null) throw conflict(obstacle);
    await whatFollows().leaveHiddenOut(tx, { hostId, residentId: id });
    await deleteResidentRow(tx.db, hostId, id);
    if (row.portrait_blob_id !== null) await releaseBlob(tx.db, hostId, row.portrait_blob_id);
    // From now on only the event knows the name.
    const event = { action: 'resident.deleted', target: id, detail: row.name } as const;
    await noteAct(tx, actor, event);
    return row.portrait_blob_id;
  });
  if (portrait !== null) await removeReleased(rt, portrait);
}

/** What keeps a resident from being deleted. */
async function countTraces(db: Db, hostId: string, residentId: string) {
  const families = db
    .selectFrom('families')
    .select('families.id')
    .where((eb) => eb.and({ 'families.host_id': hostId, 'families.resident_id': residentId }));
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('items')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where((eb) => eb.and({ 'items.host_id': hostId, 'items.resident_id': residentId }))
        .as('photos'),
      eb
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('deliveries.host_id', '=', hostId)
        .where('deliveries.family_id', 'in', families)
        .as('deliveries'),
      eb
        .selectFrom('handovers')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('handovers.host_id', '=', hostId)
        .where('handovers.family_id', 'in', families)
        .as('handovers'),
      eb
        .selectFrom('letter_reads')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('letter_reads.host_id', '=', hostId)
        .where('letter_reads.family_id', 'in', families)
        .as('reads'),
      eb
        .selectFrom('answers')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where((eb) => eb.and({ 'answers.host_id': hostId, 'answers.resident_id': residentId }))
        .as('answers'),
      families
        .clearSelect()
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('families'),
    ])
    .executeTakeFirstOrThrow();
}

const deleteResidentRow = (db: Db, hostId: string, id: string) =>
  db.deleteFrom('residents').where('host_id', '=', hostId).where('id', '=', id).execute();
