import type { ResidentRow } from '#db/schema.ts';
import type { Acting } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { answerOf, isNarrower, narrowFirst, toColumns } from '#domains/people/consent.ts';
import type { ResidentChange } from '#domains/people/resident-rows.ts';
import { updateResidentRow } from '#domains/people/resident-rows.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { invalid } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import type { ConsentInput } from './consent-record.ts';
import type { NewConsentRow } from './consent-rows.ts';
import { deleteWaiting, insertConsents, listOwnWaiting } from './consent-rows.ts';

/** Where an answer comes from, beyond what was said. */
interface Origin {
  /** Answered on the page of this family, by its link of this number. */
  familyId?: string | null;
  linkNumber?: number | null;
  /** When it was sent; else now. */
  sentAt?: string;
  /** The version of our form's words that were read. */
  wording?: number | null;
}

type Clock = Pick<Runtime, 'clock'>;
type OfResident = Pick<ResidentRow, 'host_id' | 'id'>;

/** A family's answer until an admin confirms it. @throws AppError 422 for a day to come */
function toWaitingRow(
  { clock }: Clock,
  { host_id, id }: OfResident,
  { on, ...input }: ConsentInput,
  { familyId = null, linkNumber = null, wording = null, sentAt }: Origin = {},
): NewConsentRow & { id: string } {
  const today = civilDateOf(clock.now());
  if (on && on > today) {
    const text = 'お返事の日が今日より後になっています。';
    throw invalid(text, { on: [text] });
  }
  return {
    id: newId(),
    host_id,
    resident_id: id,
    answer: input.answer,
    given_by: input.by ?? null,
    by_name: input.byName ?? '',
    relationship: input.relationship ?? '',
    answered_on: on === undefined ? today : on,
    way: input.how ?? null,
    note: input.note ?? '',
    wording,
    family_id: familyId,
    link_number: linkNumber,
    created_at: sentAt ?? clock.now().toISOString(),
    recorded_by: null,
    confirmed_at: null,
  };
}

/**
 * A family's answer, which an admin has yet to confirm. Of the same family's only the last stays,
 * and one that is narrower: only an admin's yes shows more again (P49).
 * @returns its id
 */
export async function recordWaiting(
  tx: Tx,
  of: OfResident,
  input: ConsentInput,
  origin: Origin & { familyId: string },
): Promise<string> {
  const row = toWaitingRow(tx, of, input, origin);
  const own = [...(await listOwnWaiting(tx.db, row, origin.familyId)), row];
  await insertConsents(tx.db, [row]);
  const last = own.reduce((one, next) => (next.created_at < one.created_at ? one : next));
  const [narrowest] = own.sort((a, b) => narrowFirst(a.answer, b.answer));
  const isKept = narrowest && isNarrower(narrowest.answer, last.answer);
  for (const one of own) {
    if (one !== last && !(isKept && one === narrowest)) await deleteWaiting(tx.db, one);
  }
  return row.id;
}

const confirmedBy = ({ clock }: Clock, { id }: Acting) => ({
  recorded_by: id,
  confirmed_at: clock.now().toISOString(),
});

/**
 * Records an answer, which holds from now on (domain.md#consent).
 * @param row read in this transaction
 * @returns the id of the answer. @throws AppError 422 for a day to come
 */
export async function recordConsent(
  tx: Tx,
  actor: Acting,
  row: ResidentRow,
  input: ConsentInput,
  origin: Origin = {},
): Promise<string> {
  const consent = { ...toWaitingRow(tx, row, input, origin), ...confirmedBy(tx, actor) };
  await insertConsents(tx.db, [consent]);
  await applyAnswer(tx, actor, row, input.answer);
  return consent.id;
}

/** Of whoever is new: the answers that their form or list gives. */
export async function recordFirstConsents(
  tx: Tx,
  actor: Acting,
  rows: readonly (OfResident & Parameters<typeof answerOf>[0])[],
  note = '',
): Promise<void> {
  const consents = rows.flatMap((row) => {
    const answer = answerOf(row);
    if (answer === null) return [];
    return [{ ...toWaitingRow(tx, row, { answer, note }), ...confirmedBy(tx, actor) }];
  });
  await insertConsents(tx.db, consents);
}

/**
 * Changes what holds, and notes it. In the same statement triggers hide pictures or show them again
 * (`db/today`): `residents_update_withholds` writes `withheld_pictures`, and that table's triggers
 * keep `blobs.withheld` and `blobs.only_for`, which `letter/who-sees-what.ts` reads. Those of
 * `items` and `picture_people` do the same when somebody is added to a picture later.
 * @param answer null takes the last one back: it was a mistake
 */
export async function applyAnswer(
  tx: Tx,
  actor: Acting,
  row: ResidentRow,
  answer: ConsentAnswer | null,
): Promise<void> {
  await updateResidentRow(tx.db, row, toAnswer(row, answer));
  const { id } = row;
  const of = { target: id, residentId: id };
  if (answer === answerOf(row)) {
    await noteAct(tx, actor, { action: 'resident.consent_kept', ...of });
  } else {
    const detail = answer === null ? 'unknown' : NOTED[answer];
    await noteAct(tx, actor, { action: 'resident.consent_changed', ...of, detail });
  }
}

const NOTED = { all: 'given', own: 'given_own', none: 'withdrawn' } as const;

/** Anything but a yes hides the photos until an admin decides about each. */
function toAnswer(
  { photo_consent: before, photos_hidden }: ResidentRow,
  answer: ConsentAnswer | null,
): ResidentChange {
  const columns = toColumns(answer);
  const after = columns.photo_consent;
  if (after === 1) return { ...columns, photos_hidden: 0 };
  const asksAgain = after !== before && (before === 1 || after === 0);
  return { ...columns, photos_hidden: asksAgain ? 1 : photos_hidden };
}
