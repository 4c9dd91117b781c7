import type { Actor, OfHost } from '#domains/account/session/session.ts';
import type { AuditAction } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { withdrawMails } from '#domains/mail/outbox.ts';
import { readUndelivered } from '#domains/mail/undelivered.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { invalid, notFound } from '#lib/errors.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId, randomToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { FamilyEntry } from './family-list.ts';
import { troubleOf } from './family-list.ts';
import type { FamilyColumns, FamilyRow } from './family-rows.ts';
import {
  deleteDeliveriesOfMails,
  deleteFamily,
  deleteReads,
  findFamily,
  insertFamily,
  listFamilies,
  nextLinkNumber,
  updateFamily,
} from './family-rows.ts';
import type { Family, FamilyChange, FamilyInput, FamilyWay } from './family.ts';
import { missingFor } from './family.ts';
import { lifeStateOf } from './life.ts';
import { forgetHandovers, renewLinks, renewOwnLink } from './renew-links.ts';
import { readResidentName } from './residents.ts';
import { whatFollows } from './what-follows.ts';

/** Households (contract.md#residents-and-families). @throws AppError 404 for an unknown resident */
export async function readFamilies(
  rt: Runtime,
  actor: OfHost,
  residentId?: string,
): Promise<Family[]> {
  if (residentId !== undefined) await requireResident(rt, actor, residentId);
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

/** Adds a household with a new link. @throws AppError 404; 422 if delivery cannot work */
export async function addFamily(rt: Runtime, actor: Actor, input: FamilyInput): Promise<Family> {
  requireReachable(input);
  const id = newId();
  return inTransaction(rt, async (tx) => {
    await requireResident(tx, actor, input.residentId);
    await insertFamily(tx.db, {
      id,
      host_id: actor.host.id,
      ...columnsOf(input),
      token: randomToken(),
      link_number: await nextLinkNumber(tx.db, actor.host.id),
      created_at: tx.clock.now().toISOString(),
    });
    const row = await requireFamilyRow(tx.db, actor, id);
    await note(tx, actor, 'family.added', row);
    return toFamily(tx, row);
  });
}

/**
 * Changes a household, or renews its link at once. Another address, way of delivery or resident
 * renews its link too. @throws AppError 404; 422 as `addFamily`
 */
export async function changeFamily(
  rt: Runtime,
  actor: Actor,
  id: string,
  { rotateToken, ...change }: FamilyChange,
): Promise<Family> {
  const { residentId } = change;
  return inTransaction(rt, async (tx) => {
    if (residentId !== undefined) await requireResident(tx, actor, residentId);
    // First: to the old address it may lead to others.
    if (rotateToken) await renewLinks(tx, actor, await requireFamilyRow(tx.db, actor, id));
    const before = await requireFamilyRow(tx.db, actor, id);
    const set = changedColumns(change);
    if (Object.keys(set).length > 0) {
      const after = { ...before, ...set };
      requireReachable({ ...after, ...waysOf(after) });
      if (before.resident_id !== after.resident_id) await forgetResident(tx, before);
      if (isForAnother(before, after)) await withdrawLetters(tx, before);
      await updateFamily(tx.db, actor.host.id, id, set);
      await note(tx, actor, 'family.changed', before);
      if (isForAnother(before, after)) await renewOwnLink(tx, actor, after);
    }
    return toFamily(tx, await requireFamilyRow(tx.db, actor, id));
  });
}

/** Whether the link was given to somebody else, or for something else. */
const isForAnother = (before: FamilyRow, after: FamilyRow): boolean =>
  (['email', 'delivery', 'resident_id'] as const).some((name) => before[name] !== after[name]);

/** What was about another resident. */
async function forgetResident(tx: Tx, { host_id: hostId, id }: FamilyRow): Promise<void> {
  await deleteReads(tx.db, hostId, id);
  await forgetHandovers(tx, hostId, id);
}

async function withdrawLetters(tx: Tx, { id, host_id: hostId, token }: FamilyRow): Promise<void> {
  await whatFollows().separateLetters(tx, hostId, [id]);
  await deleteDeliveriesOfMails(tx.db, hostId, await withdrawMails(tx.db, hostId, token));
}

/** Removes a household; its link and pictures stop working. @throws AppError 404 */
export const removeFamily = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const row = await requireFamilyRow(tx.db, actor, id);
    await withdrawLetters(tx, row);
    await deleteFamily(tx.db, actor.host.id, id);
    // From now on only the event knows the name.
    await note(tx, actor, 'family.deleted', row, row.name);
  });

const note = (
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  { id, resident_id: residentId }: FamilyRow,
  detail?: string,
) => noteAct(tx, actor, { action, target: id, residentId, detail });

async function requireFamilyRow(db: Db, { host }: Actor, id: string): Promise<FamilyRow> {
  const row = await findFamily(db, host.id, id);
  if (!row) throw notFound();
  return row;
}

async function requireResident(rt: Runtime, actor: OfHost, id: string): Promise<void> {
  if (!(await readResidentName(rt, actor, id))) throw notFound();
}

function requireReachable(family: Parameters<typeof missingFor>[0]): void {
  const errors = missingFor(family);
  const [text] = Object.values(errors).flat();
  if (text !== undefined) throw invalid(text, errors);
}

export const columnsOf = ({ residentId, nameKana, delivery, ...rest }: FamilyInput) => ({
  resident_id: residentId,
  name_kana: nameKana,
  ...rest,
  delivery: registered(delivery),
});

/** A new family has joined nothing: `requireReachable` refuses it. */
const registered = (way: FamilyWay) => (way === 'line' ? 'link' : way);

function changedColumns(change: Omit<FamilyChange, 'rotateToken'>): FamilyColumns {
  const { residentId, nameKana, delivery, alsoByMail, ...rest } = change;
  const all = {
    resident_id: residentId,
    name_kana: nameKana,
    ...rest,
    ...(delivery !== undefined && { by_line: toFlag(delivery === 'line') }),
    ...(delivery !== undefined && delivery !== 'line' && { delivery }),
    ...(alsoByMail !== undefined && { also_by_mail: toFlag(alsoByMail) }),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** What is stored, as clients know it. */
const waysOf = (row: Pick<FamilyRow, 'by_line' | 'delivery' | 'line_count' | 'also_by_mail'>) => ({
  delivery: isOn(row.by_line) ? ('line' as const) : row.delivery,
  lineCount: row.line_count ?? 0,
  alsoByMail: isOn(row.also_by_mail),
});

function toEntry(rt: Runtime, row: FamilyRow, undelivered: ReadonlySet<string>): FamilyEntry {
  const family = toFamily(rt, row);
  const days = {
    awaySince: row.resident_away_since,
    leftOn: row.resident_left_on,
    diedOn: row.resident_died_on,
  };
  const state = lifeStateOf(days, civilDateOf(rt.clock.now()));
  return {
    family,
    resident: {
      id: row.resident_id,
      name: row.resident_name,
      nameKana: row.resident_name_kana,
      room: row.resident_room || null,
      state,
    },
    tokens: { residentToken: row.resident_token, familyToken: row.token },
    trouble: state === 'died' ? null : troubleOf(family, undelivered),
  };
}

const toFamily = ({ env }: Runtime, row: FamilyRow): Family => ({
  id: row.id,
  residentId: row.resident_id,
  residentName: row.resident_name,
  name: row.name,
  nameKana: row.name_kana,
  relationship: row.relationship || null,
  email: row.email,
  postcode: row.postcode,
  pref: row.pref,
  city: row.city,
  town: row.town,
  street: row.street,
  ...waysOf(row),
  familyToken: row.token,
  lettersUrl: `${env.PUBLIC_URL}${paths.letters({ residentToken: row.resident_token, familyToken: row.token })}`,
  lastReadAt: row.last_read_at,
  createdAt: row.created_at,
});
