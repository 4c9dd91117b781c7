import { noteOfFamily } from '#domains/audit/record-event.ts';
import { listOwnWaiting } from '#domains/people/consent-records/consent-rows.ts';
import { recordWaiting } from '#domains/people/consent-records/record-consent.ts';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { answerOf, isNarrower } from '#domains/people/consent.ts';
import { CONSENT_WORDING } from '#domains/people/consent-wording.ts';
import type { Link } from '#domains/letter/link.ts';
import { requireStillOpen } from '#domains/letter/link.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { OwnConsentInput, WaitingConsent } from './own-consent.ts';

type Own = Pick<Link, 'hostId' | 'residentId' | 'familyId'>;

/** What the family's page about photos shows; nothing of other families. */
export interface OwnConsent {
  /** null: the family has not been asked. */
  holds: ConsentAnswer | null;
  /** The last that was sent. */
  waiting: WaitingConsent | null;
  /** The narrowest that this family has sent, if it is narrower than what holds: obeyed at once. */
  obeyed: ConsentAnswer | null;
  relationship: string;
  /** The resident has left or died: nothing needs to be answered. */
  isOver: boolean;
}

export async function readOwnConsent(
  { readConnection: db, clock }: Pick<Runtime, 'readConnection' | 'clock'>,
  link: Link,
): Promise<OwnConsent> {
  const state = await findState(db, link);
  const [last, before] = (await listOwn(db, link)).reverse();
  const holds = state ? answerOf(state) : null;
  const narrowest = before ?? last;
  return {
    holds,
    waiting: last ? toWaiting(last) : null,
    obeyed: narrowest && isNarrower(narrowest.answer, holds) ? narrowest.answer : null,
    relationship: state?.relationship ?? '',
    isOver: !state || hasEnded(state, civilDateOf(clock.now())),
  };
}

/**
 * Keeps a family's answer until an admin has confirmed it.
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
    const last = (await listOwn(tx.db, link)).at(-1);
    const next = { ...asGiven(link, sent), on: today };
    if (last && isSame(toWaiting(last), next)) return true;
    const { hostId: host_id, residentId, familyId } = link;
    const linkNumber = state.link_number ?? 0;
    const origin = { familyId, linkNumber, wording: CONSENT_WORDING };
    const resident = { host_id, id: residentId };
    await recordWaiting(tx, resident, { ...next, how: 'page' }, origin);
    const event = { hostId: host_id, target: familyId, residentId, detail: next.answer };
    await noteOfFamily(tx, { action: 'consent.answered', ...event });
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

type State = NonNullable<Awaited<ReturnType<typeof findState>>>;

/** On the day of leaving a resident has left. */
const hasEnded = ({ left_on: leftOn, died_on: diedOn }: State, today: CivilDate): boolean =>
  diedOn !== null || (leftOn !== null && leftOn <= today);

const toWaiting = (row: Awaited<ReturnType<typeof listOwn>>[number]): WaitingConsent => ({
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
    .innerJoin('families', ofOneHost('families.resident_id', 'residents.id'))
    .select(['residents.photo_consent', 'residents.photo_consent_extent'])
    .select(['residents.left_on', 'residents.died_on', 'families.relationship'])
    .select('families.link_number')
    .where('residents.host_id', '=', hostId)
    .where((eb) => eb.and({ 'residents.id': residentId, 'families.id': familyId }))
    .executeTakeFirst();

/** The last that was sent, after one that is narrower. */
const listOwn = (db: Db, { hostId: host_id, residentId: resident_id, familyId }: Own) =>
  listOwnWaiting(db, { host_id, resident_id }, familyId);
