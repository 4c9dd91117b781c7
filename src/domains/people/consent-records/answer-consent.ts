import type { ResidentRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { answerOf } from '#domains/people/consent.ts';
import { findResident } from '#domains/people/resident-rows.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Consent, ConsentInput } from './consent-record.ts';
import type { ConsentRow } from './consent-rows.ts';
import { listConsentsOf } from './consent-rows.ts';
import { recordConsent } from './record-consent.ts';

/** All answers about a resident's photos, newest first. @throws AppError 404 */
export async function readConsents(rt: Runtime, { host }: Actor, id: string): Promise<Consent[]> {
  return consentsOf(rt.db, await requireResidentRow(rt.db, host.id, id));
}

async function consentsOf(db: Db, row: ResidentRow): Promise<Consent[]> {
  const rows = await listConsentsOf(db, row.host_id, row.id);
  const held = answerOf(row);
  const holding = rows.find(({ confirmed_at, answer }) => confirmed_at !== null && answer === held);
  return rows.map((one) => toConsentOutput(one, one === holding));
}

async function requireResidentRow(db: Db, hostId: string, id: string): Promise<ResidentRow> {
  const row = await findResident(db, hostId, id);
  if (!row) throw notFound();
  return row;
}

const toConsentOutput = (row: ConsentRow, holds: boolean): Consent => ({
  id: row.id,
  answer: row.answer,
  by: row.given_by,
  byName: row.by_name,
  relationship: row.relationship,
  on: row.answered_on,
  how: row.way,
  wording: row.wording,
  note: row.note,
  familyId: row.family_id,
  recordedBy: row.recorder_name,
  createdAt: row.created_at,
  confirmedAt: row.confirmed_at,
  holds,
});

/** An answer that an admin has been given. @throws AppError 404; 422 for a day to come */
export const addConsent = (
  rt: Runtime,
  actor: Actor,
  id: string,
  input: ConsentInput,
): Promise<Consent> =>
  inTransaction(rt, async (tx) => {
    const row = await requireResidentRow(tx.db, actor.host.id, id);
    const recorded = await recordConsent(tx, actor, row, input);
    const consents = await readConsents(tx, actor, id);
    const consent = consents.find((one) => one.id === recorded);
    if (!consent) throw notFound();
    return consent;
  });
