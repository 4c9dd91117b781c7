import type { ResidentRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { requireResidentRoom } from '#domains/facility/resident-room.ts';
import { releaseBlob, removeReleased } from '#domains/photo/take-in-photo.ts';
import { toFlag } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { randomToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { answerAsked } from './consent-records/consent-record.ts';
import { applyAnswer, recordConsent } from './consent-records/record-consent.ts';
import { answerOf } from './consent.ts';
import { deathChange, isHere, requireGoodDays } from './life-days.ts';
import type { Portrait } from './portrait.ts';
import { acceptPortrait, claimPortrait } from './portrait.ts';
import { renewLinksOfResident, takeOutOfResident } from './renew-links.ts';
import { requireResidentAnswers } from './renewal-questions.ts';
import type { ResidentChange } from './resident-rows.ts';
import { requireResident, updateResidentRow } from './resident-rows.ts';
import type { ListedFact } from './resident-facts.ts';
import { factColumns } from './resident-facts.ts';
import type { ChangedColumn, ResidentLong, UpdateResidentInput } from './resident.ts';
import { CHANGED_LABELS } from './resident.ts';
import { readResidentCard } from './read-residents.ts';
import { lastLetterOf } from './stay.ts';
import { whatFollows } from './what-follows.ts';

/**
 * Changes the given fields; a renewed link revokes the old one.
 * @param asks refuses a renewal that does not say what becomes of LINE accounts
 * @throws AppError 404, 422
 */
export async function updateResident(
  rt: Runtime,
  actor: Actor,
  id: string,
  input: UpdateResidentInput,
  { asks = false } = {},
): Promise<ResidentLong> {
  const { portrait_blob_id: current } = await requireResident(rt.db, actor.host.id, id);
  const portrait = await acceptPortrait(rt, actor, input.portrait, current);
  const released = await inTransaction(rt, async (tx) => {
    const row = await requireResident(tx.db, actor.host.id, id);
    requireGoodDays(tx, { ...daysOf(row), ...given(input) }, input);
    const change = toChange(tx, row, input, portrait);
    if (change.token !== undefined && asks) await requireResidentAnswers(tx, row, input.keepLine);
    if (change.token !== undefined) await takeOutOfResident(tx, row);
    if (Object.keys(change).length > 0) await updateResidentRow(tx.db, row, change);
    if (isHere(tx, { ...row, ...change }) && !isHere(tx, row)) {
      await requireResidentRoom(tx, actor.host.id);
    }
    if (portrait) await claimPortrait(tx, actor, portrait, row.portrait_blob_id);
    await noteChanges(tx, actor, row, change);
    await changeConsent(tx, actor, row, input);
    if (change.token !== undefined) {
      await renewLinksOfResident(tx, actor, row, { keepsLine: input.keepLine === true });
    }
    await changeState(tx, actor, row, change);
    return releaseOldPortrait(tx.db, row, portrait);
  });
  if (released !== null) await removeReleased(rt, released);
  return (await readResidentCard(rt, actor, id)).resident;
}

const daysOf = (row: ResidentRow) => ({
  birthday: row.birthday,
  awaySince: row.away_since,
  leftOn: row.left_on,
  diedOn: row.died_on,
});

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

const toChange = (
  tx: Tx,
  row: ResidentRow,
  input: UpdateResidentInput,
  portrait: Portrait | null | undefined,
): ResidentChange => ({
  ...factColumns(input),
  ...given({
    has_no_family: input.hasNoFamily === undefined ? undefined : toFlag(input.hasNoFamily),
    away_since: input.awaySince,
    left_on: input.leftOn,
    portrait_blob_id: portrait === null ? null : portrait?.blobId,
  }),
  ...deathChange(tx, row.died_on, input.diedOn),
  ...(input.rotateToken && { token: randomToken() }),
});

/** What a list says of somebody. @param row read in this transaction. @throws AppError 422 */
export async function changeFacts(
  tx: Tx,
  actor: Actor,
  row: ResidentRow,
  facts: Pick<UpdateResidentInput, ListedFact>,
): Promise<void> {
  requireGoodDays(tx, { ...daysOf(row), ...given(facts) }, facts);
  const change = toChange(tx, row, facts, undefined);
  await updateResidentRow(tx.db, row, change);
  await noteChanges(tx, actor, row, change);
}

/** Another answer about photos is one more record; that nobody was asked takes the last back. */
async function changeConsent(
  tx: Tx,
  actor: Actor,
  row: ResidentRow,
  input: UpdateResidentInput,
): Promise<void> {
  const before = answerOf(row);
  const answer = answerAsked(before, input);
  if (answer === undefined || answer === before) return;
  if (answer === null) await applyAnswer(tx, actor, row, null);
  else await recordConsent(tx, actor, row, { answer });
}

const NAMED = Object.keys(CHANGED_LABELS) as ChangedColumn[];

async function noteChanges(
  tx: Tx,
  actor: Actor,
  row: ResidentRow,
  change: ResidentChange,
): Promise<void> {
  const of = { target: row.id, residentId: row.id };
  const fields = NAMED.filter((name) => change[name] !== undefined && change[name] !== row[name]);
  if (fields.length > 0) {
    await noteAct(tx, actor, { action: 'resident.changed', ...of, detail: fields });
  }
  if (change.token !== undefined) {
    await noteAct(tx, actor, { action: 'resident.token_rotated', ...of });
  }
}

/** @returns the blob to delete after the commit */
async function releaseOldPortrait(
  tx: Db,
  { host_id: hostId, portrait_blob_id: old }: ResidentRow,
  portrait: Portrait | null | undefined,
): Promise<string | null> {
  if (old === null || portrait === undefined || portrait?.blobId === old) return null;
  await releaseBlob(tx, hostId, old);
  return old;
}

const DAYS = ['away_since', 'left_on', 'died_on'] as const;

/** Records each changed day, and stops or releases the mails that wait. */
async function changeState(
  tx: Tx,
  actor: Actor,
  row: ResidentRow,
  change: ResidentChange,
): Promise<void> {
  const { id, letters_end: lettersEnd, last_letter: lastLetter } = row;
  const days = DAYS.filter((name) => change[name] !== undefined && change[name] !== row[name]);
  if (days.length === 0) return;
  for (const name of days) {
    await noteAct(tx, actor, {
      action: 'resident.state_changed',
      target: id,
      residentId: id,
      detail: [name, change[name] ?? null],
    });
  }
  const last = change.letters_end === null ? lastLetterOf({ lettersEnd, lastLetter }) : null;
  if (last !== null) await whatFollows().withdrawLastLetter(tx, actor.host.id, id, last);
  await whatFollows().settleQueuedMails(tx, actor.host.id, id);
}
