import { newId, randomToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import type { Actor } from '#features/session/session.ts';
import { insertFamilies, nextLinkNumber } from './family.repository.ts';
import { columnsOf } from './family.service.ts';
import type { FamilyInput } from './family.ts';

/** Adds the families of a list, which was checked before, each with a new link, issued together. */
export async function addFamilies(
  tx: Tx,
  actor: Actor,
  inputs: readonly FamilyInput[],
): Promise<void> {
  if (inputs.length === 0) return;
  const link_number = await nextLinkNumber(tx.db, actor.host.id);
  const created_at = tx.clock.now().toISOString();
  const rows = inputs.map((input) => ({
    id: newId(),
    host_id: actor.host.id,
    ...columnsOf(input),
    token: randomToken(),
    link_number,
    created_at,
  }));
  await insertFamilies(tx.db, rows);
  await noteAct(tx, actor, { action: 'family.imported', detail: String(rows.length) });
}
