import type { ResidentRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readHostName } from '#domains/facility/read-host.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { addFamilyWithin } from '#domains/people/manage-families.ts';
import { answerOf, isNarrower } from '#domains/people/consent.ts';
import { confirmWaiting } from '#domains/people/consent-records/confirm-consents.ts';
import { recordWaiting } from '#domains/people/consent-records/record-consent.ts';
import { listWaiting } from '#domains/people/consent-records/waiting-consents.ts';
import type { FamilyRow } from '#domains/people/family-rows.ts';
import { findFamily } from '#domains/people/family-rows.ts';
import { toFamily } from '#domains/people/family-view.ts';
import type { Family, FamilyInput } from '#domains/people/family.ts';
import { isHere } from '#domains/people/life-days.ts';
import { findResident } from '#domains/people/resident-rows.ts';
import { findSameFamily, isThere } from '#domains/people/same-family.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { AppError, conflict, invalid, orMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { ANOTHER, awaitsProof } from './application.ts';
import type { ApplicationRow } from './application-rows.ts';
import { findApplication, listWaitingApplications, updateApplication } from './application-rows.ts';
import { refusedMail, takenInMail } from './joining-mails.ts';

/** For 今月: those that one press takes in, and those whose address is not proven yet. */
export async function countApplications(
  { db }: Runtime,
  { host }: Actor,
): Promise<{ ready: number; unproved: number }> {
  const rows = await listWaitingApplications(db, host.id);
  const unproved = rows.filter(isUnproved).length;
  return { ready: rows.length - unproved, unproved };
}

const isUnproved = ({ delivery, proved_at }: ApplicationRow): boolean =>
  awaitsProof({ delivery, isProved: proved_at !== null });

/**
 * Makes a family of what a relative has entered, with its answer about photos.
 * @param same the family that it is, or ANOTHER
 * @throws AppError 404; 409 if a colleague was first, the address is not proven, or nobody has said
 * whether it is the family that is registered
 */
export const acceptApplication = (
  rt: Runtime,
  actor: Actor,
  id: string,
  same?: string,
): Promise<Family> => inTransaction(rt, (tx) => takeIn(tx, actor, id, same));

/**
 * Several at once; those that cannot be taken in are left.
 * @param same as above, of one. @throws AppError 404, 409, 422
 */
export const acceptSeveral = (
  rt: Runtime,
  actor: Actor,
  ids: readonly string[],
  same?: string,
): Promise<{ count: number; left: number }> =>
  inTransaction(rt, async (tx) => {
    const text = 'お受けする方に、印をつけてください。';
    if (ids.length === 0) throw invalid(text, { ids: [text] });
    let left: AppError | null = null;
    let count = 0;
    for (const id of new Set(ids)) {
      const taken = await takeIn(tx, actor, id, same).catch(onlyConflict);
      if (taken instanceof AppError) left = taken;
      else count++;
    }
    if (count === 0 && left) throw left;
    return { count, left: new Set(ids).size - count };
  });

function onlyConflict(error: unknown): AppError {
  if (error instanceof AppError && [404, 409].includes(error.status)) return error;
  throw error;
}

async function takeIn(tx: Tx, actor: Actor, id: string, same?: string): Promise<Family> {
  const row = await requireOpen(tx, actor, id);
  const resident = orMissing(await findResident(tx.db, actor.host.id, row.resident_id));
  const first = await findSameFamily(tx.db, row.host_id, row.resident_id, row);
  if (first && same === undefined) throw conflict(`${isThere(first)}${SAME_OR_NOT}`);
  if (same !== undefined && same !== ANOTHER) {
    if (first?.id !== same) throw conflict(OTHERWISE);
    return joinTo(tx, actor, resident, row, first);
  }
  const { name, relationship, email, postcode, pref, city, town, street } = row;
  const entered = { name, relationship, email, postcode, city, town, street };
  const input: FamilyInput = {
    ...entered,
    residentId: row.resident_id,
    nameKana: '',
    phone: '',
    // As the relative's form took it.
    pref: pref as never,
    // Who wants LINE joins it with the link.
    delivery: row.delivery === 'line' ? 'link' : row.delivery,
  };
  const family = await addFamilyWithin(tx, actor, input, row.proved_at);
  const linkNumber = (await findFamily(tx.db, row.host_id, family.id))?.link_number ?? null;
  await recordAnswer(tx, actor, resident, row, { familyId: family.id, linkNumber });
  await close(tx, actor, row, { family_id: family.id, link_number: linkNumber });
  const of = { target: family.id, residentId: row.resident_id };
  await noteAct(tx, actor, { action: 'application.taken_in', ...of });
  await tellTakenIn(tx, row, resident, family);
  return family;
}

function tellTakenIn(
  tx: Tx,
  row: ApplicationRow,
  resident: ResidentRow,
  { lettersUrl: url }: Family,
): Promise<void> {
  const told = { name: row.name, residentName: resident.name, url };
  return tell(tx, row, (hostName) =>
    takenInMail({ ...told, hostName, goesOn: isHere(tx, resident) }),
  );
}

const SAME_OR_NOT = '今の一覧で、同じ方かどうかをお選びください。';
const OTHERWISE = 'ご家族の登録が、今変わったところです。今の一覧をご覧ください。';

/**
 * The same person once more: the first stays, with its link, and a yes widens nothing by it. Only
 * who reads where that link goes anyway is given it.
 */
async function joinTo(
  tx: Tx,
  actor: Actor,
  resident: ResidentRow,
  row: ApplicationRow,
  first: FamilyRow,
): Promise<Family> {
  const of = { familyId: first.id, linkNumber: first.link_number };
  if (row.answer !== null && isNarrower(row.answer, answerOf(resident))) {
    await recordAnswer(tx, actor, resident, row, of);
  }
  const isReader = row.proved_at !== null && row.email === first.email;
  const link_number = isReader ? first.link_number : null;
  await close(tx, actor, row, { family_id: first.id, link_number });
  const residentId = row.resident_id;
  await noteAct(tx, actor, { action: 'application.taken_in', target: first.id, residentId });
  const family = toFamily(tx, first);
  if (isReader) await tellTakenIn(tx, row, resident, family);
  return family;
}

/**
 * Only of those who live here: nothing needs to be answered after leaving. What differs from other
 * answers waits to be compared with them (P49).
 */
async function recordAnswer(
  tx: Tx,
  actor: Actor,
  resident: ResidentRow,
  row: ApplicationRow,
  of: { familyId: string; linkNumber: number | null },
): Promise<void> {
  if (row.answer === null || !isHere(tx, resident)) return;
  const { answer, name: byName, relationship, wording, created_at: sentAt } = row;
  const on = civilDateOf(new Date(sentAt));
  const input = { answer, by: 'relative', byName, relationship, on, how: 'page' } as const;
  const id = await recordWaiting(tx, resident, input, { ...of, wording, sentAt });
  const waiting = await listWaiting(tx.db, row.host_id, resident.id);
  const own = waiting.find((one) => one.row.id === id);
  if (own && !own.isAlone) await confirmWaiting(tx, actor, own);
}

/** Says why, on the relative's page and to an address that was proven. @throws AppError 404, 409 */
export const refuseApplication = (
  rt: Runtime,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const row = orMissing(await findApplication(tx.db, actor.host.id, id));
    if (row.decided_at !== null) throw conflict(DECIDED);
    await close(tx, actor, row, { reason });
    const of = { target: id, residentId: row.resident_id };
    await noteAct(tx, actor, { action: 'application.refused', ...of });
    await tell(tx, row, (hostName) => refusedMail(hostName, row.name, reason));
  });

const DECIDED = 'ほかの方が先に決めました。今の一覧をご覧ください。';

async function requireOpen(tx: Tx, { host }: Actor, id: string): Promise<ApplicationRow> {
  const row = orMissing(await findApplication(tx.db, host.id, id));
  if (row.decided_at !== null) throw conflict(DECIDED);
  if (isUnproved(row)) {
    throw conflict('メールアドレスの確認が、まだです。確認が済むと、お受けできます。');
  }
  return row;
}

/** What was entered is the family's now, or nobody's. */
const BLANK = {
  resident_name: '',
  name: '',
  relationship: '',
  email: null,
  postcode: null,
  pref: '',
  city: '',
  town: '',
  street: '',
  answer: null,
};

const close = (
  tx: Tx,
  { id: decided_by }: Actor,
  row: ApplicationRow,
  outcome: { reason: string } | { family_id: string; link_number: number | null },
) =>
  updateApplication(tx.db, row, {
    ...BLANK,
    ...outcome,
    decided_at: tx.clock.now().toISOString(),
    decided_by,
  });

/** Only where somebody has proven to read (P40). */
async function tell(
  tx: Tx,
  { host_id: hostId, email, proved_at }: ApplicationRow,
  words: (hostName: string) => ReturnType<typeof takenInMail>,
): Promise<void> {
  if (email === null || proved_at === null) return;
  const hostName = await readHostName(tx.db, hostId);
  const mail = { kind: 'application_decided', hostId, hostName, to: email } as const;
  await queueMail(tx, { ...mail, content: words(hostName) });
}
