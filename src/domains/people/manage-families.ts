import type { Channel } from '#db/schema.ts';
import type { Actor, OfHost } from '#domains/account/session/session.ts';
import type { Act, OwnAction } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readUndelivered } from '#domains/mail/undelivered.ts';
import { invalid, orMissing } from '#lib/errors.ts';
import { toFlag } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId, randomToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { endAddressLinks } from './address-links.ts';
import { FAMILY_FACTS, familyColumns } from './family-facts.ts';
import type { FamilyEntry } from './family-list.ts';
import type { FamilyColumns, FamilyRow } from './family-rows.ts';
import {
  deleteFamily,
  deleteReads,
  findFamily,
  insertFamilies,
  listFamilies,
  nextLinkNumber,
  updateFamily,
} from './family-rows.ts';
import type { Family, FamilyChange, FamilyFields, FamilyInput } from './family.ts';
import { toEntry, toFamily, waysOf } from './family-view.ts';
import { missingFor } from './family.ts';
import { deleteHandoversOf, renewLinks, renewOwnLink, withdraw } from './renew-links.ts';
import { requireAnswers } from './renewal-questions.ts';
import { NOT_PARKED, parkAsOthers } from './parked.ts';
import { requireResident } from './resident-rows.ts';
import { releaseProven } from './confirm-address.ts';
import { requireNotStopped, stopAt } from './stopped-mail.ts';
import { whatFollows } from './what-follows.ts';

/** Households (contract.md#residents-and-families). @throws AppError 404 for an unknown resident */
export async function readFamilies(
  rt: Runtime,
  actor: OfHost,
  residentId?: string,
): Promise<Family[]> {
  if (residentId !== undefined) await requireResident(rt.db, actor.host.id, residentId);
  const rows = await listFamilies(rt.db, actor.host.id, residentId);
  return rows.map((row) => toFamily(rt, row));
}

/** Of the facility, or of one resident; none for an unknown one. */
export async function readFamilyEntries(
  rt: Runtime,
  actor: Actor,
  residentId?: string,
): Promise<FamilyEntry[]> {
  const undelivered = await readUndelivered(rt, actor.host.id);
  const rows = await listFamilies(rt.db, actor.host.id, residentId);
  return rows.map((row) => toEntry(rt, row, undelivered));
}

export async function readFamilyEntry(rt: Runtime, actor: Actor, id: string): Promise<FamilyEntry> {
  const row = await requireFamilyRow(rt.db, actor, id);
  return toEntry(rt, row, await readUndelivered(rt, actor.host.id));
}

/** What a new family is stored as: it has joined nothing, whoever adds it has refused that. */
export const columnsOf = ({ residentId, delivery, ...facts }: FamilyInput) => ({
  resident_id: residentId,
  ...familyColumns(facts),
  delivery: delivery === 'line' ? ('link' as const) : delivery,
});

/** What a change sets; nothing that it does not name. */
const changedColumns = ({
  residentId,
  delivery,
  alsoByMail,
  ...facts
}: FamilyFields): FamilyColumns => ({
  ...(residentId !== undefined && { resident_id: residentId }),
  ...familyColumns(facts),
  ...(delivery !== undefined && { by_line: toFlag(delivery === 'line') }),
  ...(delivery !== undefined && delivery !== 'line' && { delivery }),
  ...(alsoByMail !== undefined && { also_by_mail: toFlag(alsoByMail) }),
});

/** Adds a household with a new link. @throws AppError 404; 422 if delivery cannot work */
export const addFamily = (rt: Runtime, actor: Actor, input: FamilyInput): Promise<Family> =>
  inTransaction(rt, (tx) => addFamilyWithin(tx, actor, input));

/**
 * In the transaction of whoever takes it in. @param provedAt when it proved its address
 * @throws AppError as `addFamily`
 */
export async function addFamilyWithin(
  tx: Tx,
  actor: Actor,
  input: FamilyInput,
  provedAt: string | null = null,
): Promise<Family> {
  requireReachable(input);
  const id = newId();
  await requireResident(tx.db, actor.host.id, input.residentId);
  const columns = columnsOf(input);
  // Proving an address is a yes.
  const stoppedAt = provedAt === null ? await stopAt(tx.db, actor.host.id, input.email) : null;
  requireNotStopped({ stopped_at: stoppedAt, also_by_mail: 0, ...columns });
  const added = {
    id,
    host_id: actor.host.id,
    ...columns,
    stopped_at: stoppedAt,
    email_proved_at: provedAt,
    token: randomToken(),
    link_number: await nextLinkNumber(tx.db, actor.host.id),
    created_at: tx.clock.now().toISOString(),
  };
  await insertFamilies(tx.db, [added]);
  if (provedAt === null) await parkAsOthers(tx.db, actor.host.id, [id]);
  else await releaseProven(tx, actor.host.id, input.email);
  const row = await requireFamilyRow(tx.db, actor, id);
  await note(tx, actor, { action: 'family.added' }, row);
  return toFamily(tx, row);
}

/**
 * Changes a household. Its link is renewed when somebody says so, with another resident, and where
 * the address of before was somebody else's (domain.md#one-relative-several-residents).
 * @param asks refuses without an answer where one matters: a form can ask
 * @throws AppError 404; 422 as `addFamily`
 */
export async function changeFamily(
  rt: Runtime,
  actor: Actor,
  id: string,
  { rotateToken, addressWasAnothers, keepLine, ...change }: FamilyChange,
  { asks = false } = {},
): Promise<Family> {
  const { residentId } = change;
  const renewal = { keepsLine: keepLine === true };
  return inTransaction(rt, async (tx) => {
    if (residentId !== undefined) await requireResident(tx.db, actor.host.id, residentId);
    if (asks) {
      const said = { rotateToken, addressWasAnothers, keepLine, ...change };
      await requireAnswers(tx, await requireFamilyRow(tx.db, actor, id), said);
    }
    // First: to the old address it may lead to others.
    if (rotateToken) await renewLinks(tx, actor, await requireFamilyRow(tx.db, actor, id), renewal);
    const before = await requireFamilyRow(tx.db, actor, id);
    const set = changedColumns(change);
    const after = { ...before, ...set };
    const isOthers = addressWasAnothers === true || before.resident_id !== after.resident_id;
    const isOwnRenewed = isOthers && !rotateToken;
    if (isOwnRenewed) await withdrawLetters(tx, before);
    if (Object.keys(set).length > 0) {
      await applyChange(tx, actor, before, after, !isOthers && !rotateToken);
    }
    if (isOwnRenewed) await renewOwnLink(tx, actor, after, renewal);
    return toFamily(tx, await requireFamilyRow(tx.db, actor, id));
  });
}

/** @param isKept the link of before goes on */
async function applyChange(
  tx: Tx,
  actor: Actor,
  before: FamilyRow,
  after: FamilyRow,
  isKept: boolean,
): Promise<void> {
  const { host_id: hostId, id } = before;
  requireReachable({ ...after, ...waysOf(after) });
  const isOther = (name: keyof FamilyRow) => before[name] !== after[name];
  if (isOther('email')) after.stopped_at ??= await stopAt(tx.db, hostId, after.email);
  requireNotStopped(after);
  // What was about another resident.
  if (isOther('resident_id')) await deleteReads(tx.db, hostId, id);
  if (isOther('resident_id')) await deleteHandoversOf(tx.db, hostId, id);
  // Staff have said how it receives its letters.
  if (Object.keys(difference(before, after)).some((name) => !OF_ITS_PERSON.has(name))) {
    await endAddressLinks(tx, before);
  }
  // What waits is for the address or the way of before.
  if (isOther('delivery')) await withdrawLetters(tx, before);
  else if (isOther('email')) await withdrawLetters(tx, before, 'mail');
  await updateFamily(tx.db, hostId, id, {
    ...difference(before, after),
    ...(isOther('email') && {
      email_since: tx.clock.now().toISOString(),
      email_proved_at: null,
      ...NOT_PARKED,
      email_checked_at: null,
    }),
    // It does not lead to whom it meets in the new mailbox.
    ...(isKept &&
      (isOther('email') || isOther('delivery')) && {
        mailbox_number: await nextLinkNumber(tx.db, hostId),
      }),
  });
  await note(tx, actor, { action: 'family.changed' }, before);
  if (!isOther('email')) return;
  await parkAsOthers(tx.db, hostId, [id]);
  if (before.returned_at !== null) await whatFollows().sendReturnedAgain(tx, hostId, [id]);
}

/** They say nothing of how its letters come. */
const OF_ITS_PERSON: ReadonlySet<string> = new Set([
  'phone',
  ...Object.values(FAMILY_FACTS).flatMap(({ of, column }) => (of === 'person' ? [column] : [])),
]);

/** `name` at least: an empty statement is none. */
const difference = (before: FamilyRow, after: FamilyRow): FamilyColumns => ({
  name: after.name,
  ...Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof FamilyRow] !== value),
  ),
});

/** Takes back what waits to be sent to a family. */
export async function withdrawLetters(
  tx: Tx,
  { id, host_id: hostId, token }: FamilyRow,
  channel?: Channel,
): Promise<void> {
  await whatFollows().separateLetters(tx, hostId, [id]);
  await withdraw(tx, hostId, token, channel);
}

/** Removes a household; its link and pictures stop working. @throws AppError 404 */
export const removeFamily = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const row = await requireFamilyRow(tx.db, actor, id);
    await withdrawLetters(tx, row);
    await deleteFamily(tx.db, actor.host.id, id);
    // From now on only the event knows the name.
    await note(tx, actor, { action: 'family.deleted', detail: row.name }, row);
  });

const note = <Action extends OwnAction>(
  tx: Tx,
  actor: Actor,
  event: Act<Action>,
  { id, resident_id: residentId }: FamilyRow,
) => noteAct(tx, actor, { ...event, target: id, residentId });

const requireFamilyRow = async (db: Db, { host }: Actor, id: string): Promise<FamilyRow> =>
  orMissing(await findFamily(db, host.id, id));

function requireReachable(family: Parameters<typeof missingFor>[0]): void {
  const errors = missingFor(family);
  const [text] = Object.values(errors).flat();
  if (text !== undefined) throw invalid(text, errors);
}
