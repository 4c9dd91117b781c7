import type { Tx } from '#server/transaction.ts';
import { randomToken } from '#server/secrets.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { handLinksAgain } from '#features/handover/handover.service.ts';
import { withdrawMails } from '#features/mail/outbox.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { FamilyRow } from './family.repository.ts';
import { deleteDeliveriesOfMails, listFamilies, updateFamily } from './family.repository.ts';
import { listRelatives } from './relatives.service.ts';

/** Replaces a family's link, and the others that its shelf leads to: who has one, has them all. */
export async function renewLinks(tx: Tx, actor: Actor, family: FamilyRow): Promise<void> {
  const at = tx.clock.now().toISOString();
  const relatives = await listRelatives(tx.db, family);
  for (const one of [family, ...relatives]) await renew(tx, actor, one, at);
  await handLinksAgain(tx, family.host_id, [family.id]);
}

/** The same for a resident whose part of the links was replaced. */
export async function renewLinksOfResident(
  tx: Tx,
  actor: Actor,
  { id, host_id: hostId, token }: { id: string; host_id: string; token: string },
): Promise<void> {
  // The same for all: an older link does not lead to a newer one.
  const at = tx.clock.now().toISOString();
  const families = await listFamilies(tx.db, hostId, id);
  const relatives = new Map<string, FamilyRow>();
  for (const family of families) {
    for (const one of await listRelatives(tx.db, family)) relatives.set(one.id, one);
    await updateFamily(tx.db, hostId, family.id, { renewed_at: at });
  }
  await withdraw(tx, hostId, token);
  for (const one of relatives.values()) if (one.resident_id !== id) await renew(tx, actor, one, at);
  await handLinksAgain(
    tx,
    hostId,
    families.map((family) => family.id),
  );
}

async function renew(tx: Tx, actor: Actor, family: FamilyRow, at: string): Promise<void> {
  const { id, host_id: hostId, resident_id: residentId } = family;
  await updateFamily(tx.db, hostId, id, { token: randomToken(), renewed_at: at });
  await withdraw(tx, hostId, family.token);
  await noteAct(tx, actor, { action: 'family.link_renewed', target: id, residentId });
}

/** Mails with a link that opens nothing any more; their letters were not delivered. */
async function withdraw(tx: Tx, hostId: string, token: string): Promise<void> {
  const withdrawn = await withdrawMails(tx.db, hostId, token);
  await deleteDeliveriesOfMails(tx.db, hostId, withdrawn);
}
