import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import type { Actor } from '#features/session/session.ts';
import { isHere, toNewRow } from './resident-admin.service.ts';
import { insertResidents, listPeople } from './resident.repository.ts';
import type { CreateResidentInput } from './resident.ts';
import { requireResidentRoom } from './room.service.ts';

/** Everybody who is registered, to compare a list with. */
export const readPeople = (db: Db, { host }: Actor) => listPeople(db, host.id);

/** @throws AppError 422 if those who live here would exceed the plan */
export const requireRoomFor = (
  rt: Runtime,
  { host }: Actor,
  inputs: readonly CreateResidentInput[],
): Promise<void> => {
  const coming = inputs.filter(({ leftOn, diedOn }) =>
    isHere(rt, { left_on: leftOn, died_on: diedOn }),
  ).length;
  return requireResidentRoom(rt, host.id, coming);
};

/** Adds the residents of a list. @returns their ids. @throws AppError 422 beyond the plan */
export async function addResidents(
  tx: Tx,
  actor: Actor,
  inputs: readonly CreateResidentInput[],
): Promise<string[]> {
  if (inputs.length === 0) return [];
  const rows = inputs.map((input) => toNewRow(tx, actor, input));
  await insertResidents(tx.db, rows);
  if (rows.some((row) => isHere(tx, row))) await requireResidentRoom(tx, actor.host.id);
  await noteAct(tx, actor, { action: 'resident.imported', detail: String(rows.length) });
  return rows.map(({ id }) => id);
}
