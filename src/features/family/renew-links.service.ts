import type { Tx } from '#server/transaction.ts';
import { randomToken } from '#server/secrets.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { handLinksAgain } from '#features/handover/handover.service.ts';
import { withdrawMails } from '#features/mail/outbox.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { FamilyRow } from './family.repository.ts';
import {
  deleteDeliveriesOfMails,
  listFamilies,
  nextLinkNumber,
  updateFamily,
} from './family.repository.ts';
import { listRelatives } from './relatives.service.ts';

/** Replaces a family's link, and the others that its shelf leads to: who has one, has them all. */
export async function renewLinks(tx: Tx, actor: Actor, family: FamilyRow): Promise<void> {
  const number = await nextLinkNumber(tx.db, family.host_id);
  const relatives = await listRelatives(tx.db, family);
  for (const one of [family, ...relatives]) await renew(tx, actor, one, number);
  await handLinksAgain(tx, family.host_id, [family.id]);
}

/** Replaces only the link of a family that has changed, and was taken out of waiting mails. */
export async function renewOwnLink(tx: Tx, actor: Actor, family: FamilyRow): Promise<void> {
  await renew(tx, actor, family, await nextLinkNumber(tx.db, family.host_id));
  // As mail it is sent, not handed over: the tick tells what happened before.
  if (family.delivery === 'link') await handLinksAgain(tx, family.host_id, [family.id]);
}

/** The same as `renewLinks` for a resident whose part of the links was replaced. */
export async function renewLinksOfResident(
  tx: Tx,
  actor: Actor,
  { id, host_id: hostId, token }: { id: string; host_id: string; token: string },
): Promise<void> {
  const number = await nextLinkNumber(tx.db, hostId);
  const families = await listFamilies(tx.db, hostId, id);
  const relatives = new Map<string, FamilyRow>();
  for (const family of families) {
    for (const one of await listRelatives(tx.db, family)) relatives.set(one.id, one);
    await updateFamily(tx.db, hostId, family.id, { link_number: number });
  }
  await withdraw(tx, hostId, token);
  for (const one of relatives.values()) {
    if (one.resident_id !== id) await renew(tx, actor, one, number);
  }
  await handLinksAgain(
    tx,
    hostId,
    families.map((family) => family.id),
  );
}

/** @param number the same for all that are issued together, so that they lead to each other */
async function renew(tx: Tx, actor: Actor, family: FamilyRow, number: number): Promise<void> {
  const { id, host_id: hostId, resident_id: residentId } = family;
  await updateFamily(tx.db, hostId, id, { token: randomToken(), link_number: number });
  await withdraw(tx, hostId, family.token);
  await noteAct(tx, actor, { action: 'family.link_renewed', target: id, residentId });
}

/** Mails with a link that opens nothing any more; their letters were not delivered. */
async function withdraw(tx: Tx, hostId: string, token: string): Promise<void> {
  const withdrawn = await withdrawMails(tx.db, hostId, token);
  await deleteDeliveriesOfMails(tx.db, hostId, withdrawn);
}
