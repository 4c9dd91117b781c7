import type { Channel } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { withdrawMails } from '#domains/mail/withdraw-mails.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { randomToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { readCompanions } from './companions.ts';
import type { FamilyRow } from './family-rows.ts';
import {
  deleteDeliveriesOfMails,
  findFamily,
  listFamilies,
  listFamiliesByEmail,
  nextLinkNumber,
  updateFamily,
} from './family-rows.ts';
import { monthToDeliver } from './stay.ts';
import type { RenewedLinks } from './what-follows.ts';
import { whatFollows } from './what-follows.ts';

/** What an admin says with a renewal. */
type Renewal = Pick<RenewedLinks, 'keepsLine'>;

/** Replaces a family's link and those that its shelf leads to: whoever has one has them all. */
export async function renewLinks(
  tx: Tx,
  actor: Actor,
  family: FamilyRow,
  renewal: Renewal,
): Promise<void> {
  const number = await nextLinkNumber(tx.db, family.host_id);
  const all = await listRenewedWith(tx.db, family);
  await takeOut(tx, family.host_id, all);
  for (const one of all) await renew(tx, actor, one, number);
  await handLinksAgain(tx, family.host_id, [family.id]);
  await endLine(tx, actor, all, renewal);
}

/** The family, and all whose links are renewed with its own. */
export const listRenewedWith = async (db: Db, family: FamilyRow): Promise<FamilyRow[]> => [
  family,
  ...(await listRelatives(db, family)),
];

const endLine = (
  tx: Tx,
  { id: staffId, host }: Actor,
  families: readonly FamilyRow[],
  { keepsLine }: Renewal,
): Promise<void> =>
  whatFollows().endLineWithLinks(tx, {
    hostId: host.id,
    staffId,
    familyIds: families.map(({ id }) => id),
    keepsLine,
  });

/** Out of messages that bring others' letters too: those keep theirs. Before the tokens change. */
const takeOut = (tx: Tx, hostId: string, families: readonly FamilyRow[]): Promise<void> =>
  whatFollows().separateLetters(
    tx,
    hostId,
    families.map(({ id }) => id),
  );

/** The same before a resident's part of the links is replaced. */
export async function takeOutOfResident(
  tx: Tx,
  { id, host_id: hostId }: { id: string; host_id: string },
): Promise<void> {
  await takeOut(tx, hostId, await listRenewedWithResident(tx.db, hostId, id));
}

/** The families of a resident, and all whose links are renewed with theirs. */
export async function listRenewedWithResident(
  db: Db,
  hostId: string,
  residentId: string,
): Promise<FamilyRow[]> {
  const all = new Map<string, FamilyRow>();
  for (const family of await listFamilies(db, hostId, residentId)) {
    for (const one of await listRenewedWith(db, family)) all.set(one.id, one);
  }
  return [...all.values()];
}

/** Their ids, for an admin's page of a resident. */
export const readRenewedTogether = async (
  rt: Runtime,
  { host }: Actor,
  residentId: string,
): Promise<string[]> =>
  (await listRenewedWithResident(rt.db, host.id, residentId)).map(({ id }) => id);

/** Replaces only the link of a family that has changed, and was taken out of waiting mails. */
export async function renewOwnLink(
  tx: Tx,
  actor: Actor,
  family: FamilyRow,
  renewal: Renewal,
): Promise<void> {
  await renew(tx, actor, family, await nextLinkNumber(tx.db, family.host_id));
  // As mail it is sent, not handed over: the tick tells what happened before.
  if (family.delivery === 'link') await handLinksAgain(tx, family.host_id, [family.id]);
  await endLine(tx, actor, [family], renewal);
}

/** The same as `renewLinks` for a resident whose part of the links was replaced. */
export async function renewLinksOfResident(
  tx: Tx,
  actor: Actor,
  { id, host_id: hostId, token }: { id: string; host_id: string; token: string },
  renewal: Renewal,
): Promise<void> {
  const number = await nextLinkNumber(tx.db, hostId);
  const all = await listRenewedWithResident(tx.db, hostId, id);
  const own = all.filter((one) => one.resident_id === id);
  const relatives = all.filter((one) => one.resident_id !== id);
  for (const family of own) {
    await updateFamily(tx.db, hostId, family.id, { link_number: number, mailbox_number: null });
  }
  await withdraw(tx, hostId, token);
  for (const one of relatives) await renew(tx, actor, one, number);
  await handLinksAgain(
    tx,
    hostId,
    own.map((family) => family.id),
  );
  await endLine(tx, actor, all, renewal);
}

/** @param number the same for all that are issued together, so that they lead to each other */
async function renew(tx: Tx, actor: Actor, family: FamilyRow, number: number): Promise<void> {
  const { id, host_id: hostId, resident_id: residentId } = family;
  const link = { token: randomToken(), link_number: number, mailbox_number: null };
  await updateFamily(tx.db, hostId, id, link);
  await withdraw(tx, hostId, family.token);
  await noteAct(tx, actor, { action: 'family.link_renewed', target: id, residentId });
}

/** Mails with a link that opens nothing any more, or is not to be sent; their letters were not delivered. */
export async function withdraw(
  tx: Tx,
  hostId: string,
  token: string,
  channel?: Channel,
): Promise<void> {
  await deleteDeliveriesOfMails(tx.db, hostId, await withdrawMails(tx.db, hostId, token, channel));
}

/**
 * The other families of one relative (domain.md#one-relative-several-residents): of one mailbox
 * that gets letters of several residents.
 */
async function listRelatives(
  db: Db,
  { id, host_id: hostId, email, delivery }: FamilyRow,
): Promise<FamilyRow[]> {
  if (delivery !== 'email' || !email) return [];
  const all = await listFamiliesByEmail(db, hostId, email);
  const residents = new Set(all.map(({ resident_id }) => resident_id));
  return residents.size > 1 ? all.filter((one) => one.id !== id) : [];
}

export interface Relative {
  id: string;
  name: string;
  residentName: string;
  /** Whether this family's shelf leads there; null: to the same resident's letters. */
  isShown: boolean | null;
}

/** The same for an admin's page of a family. */
export async function readRelatives(rt: Runtime, { host }: Actor, id: string): Promise<Relative[]> {
  const family = await findFamily(rt.db, host.id, id);
  if (!family) return [];
  const rows = await listRelatives(rt.db, family);
  const companions = await readCompanions(rt, { familyId: id });
  const shown = new Set(companions.map(({ residentToken }) => residentToken));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    residentName: row.resident_name,
    isShown: row.resident_id === family.resident_id ? null : shown.has(row.resident_token),
  }));
}

/** What was handed over was another resident's letter. */
export const deleteHandoversOf = (db: Db, hostId: string, familyId: string) =>
  db
    .deleteFrom('handovers')
    .where((eb) => eb.and({ host_id: hostId, family_id: familyId }))
    .execute();

/** A link that was handed over opens nothing any more: the new one is still to be given. */
const handLinksAgain = (tx: Tx, hostId: string, familyIds: readonly string[]) =>
  tx.db
    .deleteFrom('handovers')
    .where('host_id', '=', hostId)
    .where('family_id', 'in', orNone(familyIds))
    .where('delivery', '=', 'link')
    .where('year_month', '>=', monthToDeliver(tx.clock.now()))
    .execute();
