import type { Actor } from '#domains/account/session/session.ts';
import { changeFacts } from '#domains/people/change-resident.ts';
import { answerAsked } from '#domains/people/consent-records/consent-record.ts';
import { recordConsent } from '#domains/people/consent-records/record-consent.ts';
import { obeyedAnswer } from '#domains/people/consent.ts';
import { LISTED_FACTS, listedFacts } from '#domains/people/resident-facts.ts';
import { findResident } from '#domains/people/resident-rows.ts';
import type { Tx } from '#server/transaction.ts';
import type { PlannedRow } from './plan-import.ts';
import type { Registered } from './resident-changes.ts';

/** What the history of answers says of where they come from. */
export const FROM_LIST = '一覧の取り込み';

/** Fills what is empty, and puts in place what was asked for. @returns how many were changed */
export async function fillResidents(
  tx: Tx,
  actor: Actor,
  rows: readonly PlannedRow[],
): Promise<number> {
  // The last line of a person has all that the lines before it say.
  const after = new Map<string, Registered>();
  for (const row of rows) if (row.person?.id && row.after) after.set(row.person.id, row.after);
  const done = [];
  for (const [id, fields] of after) done.push(await fillOne(tx, actor, id, fields));
  return done.filter(Boolean).length;
}

async function fillOne(
  tx: Tx,
  actor: Actor,
  id: string,
  { photoConsent, photoConsentExtent, ...fields }: Registered,
): Promise<boolean> {
  const row = await findResident(tx.db, actor.host.id, id);
  if (!row) return false;
  const stored = listedFacts(row);
  const isOther = LISTED_FACTS.some((name) => stored[name] !== fields[name]);
  if (isOther) await changeFacts(tx, actor, row, fields);
  if (obeyedAnswer(row) !== null || photoConsent === null) return isOther;
  const answer = answerAsked(null, { photoConsent, photoConsentExtent });
  if (answer) await recordConsent(tx, actor, row, { answer, note: FROM_LIST });
  return true;
}
