import { noteEvent } from '#domains/audit/record-event.ts';
import type { NewConsentRow } from '#domains/people/consent-records/consent-rows.ts';
import { insertConsents } from '#domains/people/consent-records/consent-rows.ts';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { answerOf } from '#domains/people/consent.ts';
import { CONSENT_WORDING } from '#domains/people/consent-wording.ts';
import type { Link } from '#domains/letter/link.ts';
import { requireStillOpen } from '#domains/letter/link.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { OwnConsentInput, WaitingConsent } from './own-consent.ts';

type Own = Pick<Link, 'hostId' | 'residentId' | 'familyId'>;

/** What the family's page about photos shows; nothing of other families. */
export interface OwnConsent {
  /** null: the family has not been asked. */
  holds: ConsentAnswer | null;
  waiting: WaitingConsent | null;
  relationship: string;
  /** The resident has left or died: nothing needs to be answered. */
  isOver: boolean;
}

export async function readOwnConsent(
  { readConnection: db, clock }: Pick<Runtime, 'readConnection' | 'clock'>,
  link: Link,
): Promise<OwnConsent> {
  const state = await findState(db, link);
  const row = await findWaiting(db, link);
  return {
    holds: state ? answerOf(state) : null,
    waiting: row ? toWaiting(row) : null,
    relationship: state?.relationship ?? '',
    isOver: !state || hasEnded(state, civilDateOf(clock.now())),
  };
}

/**
 * Keeps a family's answer until an admin has confirmed it, in place of its last one that waits.
 * @returns false once the resident has left or died. @throws AppError 401, 429
 */
export async function sendConsent(
  rt: Runtime,
  link: Link,
  sent: OwnConsentInput,
): Promise<boolean> {
  return inTransaction(rt, async (tx) => {
    await requireStillOpen(tx.db, link);
    const today = civilDateOf(tx.clock.now());
    const state = await findState(tx.db, link);
    if (!state || hasEnded(state, today)) return false;
    await takeTry(tx.db, 'consentsByFamily', link.familyId, tx.clock.now());
    const before = await findWaiting(tx.db, link);
    const next = { ...asGiven(link, sent), on: today };
    if (before && isSame(toWaiting(before), next)) return true;
    await deleteWaiting(tx.db, link);
    await keep(tx, link, next);
    return true;
  });
}

/** The person's own answer is in the person's own name. */
const asGiven = ({ residentName }: Link, sent: OwnConsentInput): OwnConsentInput =>
  sent.by === 'person' ? { ...sent, byName: residentName, relationship: '' } : sent;

const isSame = (one: WaitingConsent, other: WaitingConsent): boolean =>
  (['answer', 'by', 'byName', 'relationship', 'note', 'on'] as const).every(
    (name) => one[name] === other[name],
  );

async function keep(
  tx: Tx,
  { hostId, residentId, familyId }: Own,
  { answer, by, byName, relationship, note, on }: WaitingConsent,
): Promise<void> {
  const row: NewConsentRow = {
    id: newId(),
    host_id: hostId,
    resident_id: residentId,
    family_id: familyId,
    answer,
    given_by: by,
    by_name: byName,
    relationship,
    answered_on: on,
    way: 'page',
    wording: CONSENT_WORDING,
    note,
    recorded_by: null,
    created_at: tx.clock.now().toISOString(),
    confirmed_at: null,
  };
  await insertConsents(tx.db, [row]);
  const event = { hostId, target: familyId, residentId, detail: answer };
  await noteEvent(tx, { action: 'consent.answered', ...event });
}

type State = NonNullable<Awaited<ReturnType<typeof findState>>>;

/** On the day of leaving a resident has left. */
const hasEnded = ({ left_on: leftOn, died_on: diedOn }: State, today: CivilDate): boolean =>
  diedOn !== null || (leftOn !== null && leftOn <= today);

const toWaiting = (row: NonNullable<Awaited<ReturnType<typeof findWaiting>>>): WaitingConsent => ({
  answer: row.answer,
  by: row.given_by,
  byName: row.by_name,
  relationship: row.relationship,
  note: row.note,
  on: row.answered_on,
});

const findState = (db: Db, { hostId, residentId, familyId }: Own) =>
  db
    .selectFrom('residents')
    .innerJoin('families', (join) =>
      join
        .onRef('families.host_id', '=', 'residents.host_id')
        .onRef('families.resident_id', '=', 'residents.id'),
    )
    .select(['residents.photo_consent', 'residents.photo_consent_extent'])
    .select(['residents.left_on', 'residents.died_on', 'families.relationship'])
    .where('residents.host_id', '=', hostId)
    .where('residents.id', '=', residentId)
    .where('families.id', '=', familyId)
    .executeTakeFirst();

const findWaiting = (db: Db, { hostId, residentId, familyId }: Own) =>
  db
    .selectFrom('consents')
    .select(['answer', 'given_by', 'by_name', 'relationship', 'note', 'answered_on'])
    .where('host_id', '=', hostId)
    .where('resident_id', '=', residentId)
    .where('family_id', '=', familyId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();

const deleteWaiting = (db: Db, { hostId, residentId, familyId }: Own) =>
  db
    .deleteFrom('consents')
    .where('host_id', '=', hostId)
    .where('resident_id', '=', residentId)
    .where('family_id', '=', familyId)
    .where('confirmed_at', 'is', null)
    .execute();
