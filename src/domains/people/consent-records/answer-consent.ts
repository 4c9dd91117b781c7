import type { ResidentRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { answerOf, obeyedAnswer } from '#domains/people/consent.ts';
import { listResidentRows, requireResident } from '#domains/people/resident-rows.ts';
import { conflict, invalid, notFound, orMissing } from '#lib/errors.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { z } from 'zod';
import type { ConsentForm, Recorded } from './consent-form.ts';
import { FROM_PAPER, NOT_ASKED } from './consent-form.ts';
import type { Consent, ConsentInput, Consents } from './consent-record.ts';
import type { ConsentRow } from './consent-rows.ts';
import { listConsentsOf, saidIn } from './consent-rows.ts';
import { applyAnswer, recordConsent } from './record-consent.ts';

/** All answers about a resident's photos, newest first, and what pictures obey. @throws AppError 404 */
export async function readConsents(rt: Runtime, { host }: Actor, id: string): Promise<Consents> {
  const row = await requireResident(rt.db, host.id, id);
  return {
    consents: await consentsOf(rt.db, row),
    holds: answerOf(row),
    obeyed: obeyedAnswer(row),
    hidden: isOn(row.photos_hidden) || row.waiting_consent === 'none',
  };
}

async function consentsOf(db: Db, row: ResidentRow): Promise<Consent[]> {
  const rows = await listConsentsOf(db, row.host_id, row.id);
  const held = answerOf(row);
  const holding = rows.find(({ confirmed_at, answer }) => confirmed_at !== null && answer === held);
  return rows.map((one) => toConsentOutput(one, one === holding));
}

const toConsentOutput = (row: ConsentRow, holds: boolean): Consent => ({
  ...saidIn(row),
  wording: row.wording,
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
    const row = await requireResident(tx.db, actor.host.id, id);
    const recorded = await recordConsent(tx, actor, row, input);
    const { consents } = await readConsents(tx, actor, id);
    return orMissing(consents.find((one) => one.id === recorded));
  });

const ANSWERED = 'ほかの方が先に記録しました。今の記録をご覧ください。';

/**
 * What a resident's page sends: what it did not show is not replaced.
 * @throws AppError 404; 409 if a colleague has recorded another answer meanwhile; 422
 */
export const answerOne = (
  rt: Runtime,
  actor: Actor,
  id: string,
  { answer, before, on, ...said }: Omit<z.output<typeof ConsentForm>, 'id'>,
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const row = await requireResident(tx.db, actor.host.id, id);
    const held = answerOf(row);
    if ((held ?? NOT_ASKED) !== before) throw conflict(ANSWERED);
    if (answer !== NOT_ASKED) {
      await recordConsent(tx, actor, row, { answer, ...said, ...(on !== null && { on }) });
    } else if (held !== null) {
      await applyAnswer(tx, actor, row, null);
    }
  });

/**
 * The same answer of several, from paper: of those who had none yet.
 * @throws AppError 404 unknown residents; 409 if nobody is left; 422 if nobody was chosen
 */
export const answerSeveral = (
  rt: Runtime,
  actor: Actor,
  ids: readonly string[],
  answer: ConsentAnswer,
): Promise<Recorded> =>
  inTransaction(rt, async (tx) => {
    const rows = await listResidentRows(tx.db, actor.host.id, ids);
    const open = rows.filter((row) => obeyedAnswer(row) === null);
    for (const row of open) await recordConsent(tx, actor, row, { answer, ...FROM_PAPER });
    return recordedOf(
      answer,
      ids,
      rows.length,
      open.map(({ id }) => id),
    );
  });

/**
 * @param known how many of those that were asked for there are. @param done whom it was done for
 * @throws AppError 404, 409, 422 if it was for nobody
 */
export function recordedOf(
  act: Recorded['act'],
  asked: readonly string[],
  known: number,
  done: readonly string[],
): Recorded {
  if (asked.length === 0) throw invalid(NOBODY, { ids: [NOBODY] });
  if (known === 0) throw notFound();
  if (done.length === 0) throw conflict(ANSWERED);
  const [first = null] = done;
  const left = new Set(asked).size - done.length;
  return { act, count: done.length, id: done.length === 1 ? first : null, left };
}

const NOBODY = '記録する方に、印をつけてください。';
