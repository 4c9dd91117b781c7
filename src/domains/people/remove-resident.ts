import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { releaseBlob, removeReleased } from '#domains/photo/take-in-photo.ts';
import { conflict } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { countRows, findsAny } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { requireResident } from './resident-rows.ts';
import { whatFollows } from './what-follows.ts';

/** Whether a resident may be deleted, and what goes with them. */
export interface Removal {
  /** null if nothing stands in the way. */
  obstacle: string | null;
  /** Families without a letter yet. */
  families: number;
}

export async function readRemoval(
  { db }: Pick<Runtime, 'db'>,
  { host }: Actor,
  id: string,
): Promise<Removal> {
  const { photos, families, hasLetters } = await readTraces(db, host.id, id);
  return {
    obstacle: photos
      ? `写真が${photos}枚あるため、削除できません。間違いの写真は先に削除してください（削除から24時間は、元に戻せるように残ります）。`
      : hasLetters
        ? 'お便りをお届けしたご家族がいるため、削除できません。退居されたときは「退居の日」を、亡くなられたときは「亡くなられた日」を入れてください。'
        : null,
    families,
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
    const row = await requireResident(tx.db, hostId, id);
    const { obstacle } = await readRemoval(tx, actor, id);
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
async function readTraces(db: Db, hostId: string, residentId: string) {
  const of = { host_id: hostId, resident_id: residentId };
  const families = db
    .selectFrom('families')
    .select('families.id')
    .where((eb) => eb.and(of));
  const ofFamilies = (['deliveries', 'handovers', 'letter_reads'] as const).map((table) =>
    db.selectFrom(table).where('host_id', '=', hostId).where('family_id', 'in', families),
  );
  const letters = [...ofFamilies, db.selectFrom('answers').where((eb) => eb.and(of))];
  let hasLetters = false;
  for (const some of letters) hasLetters ||= await findsAny(some);
  return {
    photos: await countRows(db.selectFrom('items').where((eb) => eb.and(of))),
    families: await countRows(families),
    hasLetters,
  };
}

const deleteResidentRow = (db: Db, hostId: string, id: string) =>
  db.deleteFrom('residents').where('host_id', '=', hostId).where('id', '=', id).execute();
