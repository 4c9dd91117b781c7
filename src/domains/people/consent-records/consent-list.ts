import type { Actor } from '#domains/account/session/session.ts';
import type { ConsentAnswer, ConsentExtent } from '#domains/people/consent.ts';
import { takesPhotos } from '#domains/people/consent.ts';
import { isResident } from '#domains/people/life.ts';
import { readResidentCards } from '#domains/people/read-residents.ts';
import type { ResidentLong, ResidentShort } from '#domains/people/resident.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Db } from '#server/database.ts';
import type { Consent } from './consent-record.ts';

/** Answers of an earlier day are asked about again. */
const lastYear = (today: CivilDate): CivilDate =>
  `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;

type Person = Pick<ResidentLong, 'id' | 'name' | 'nameKana' | 'room'>;

export interface WaitingConsent extends Pick<Consent, 'by' | 'byName' | 'relationship'> {
  id: string;
  resident: Person;
  answer: ConsentAnswer;
  on: CivilDate | null;
  how: Consent['how'];
  note: string;
}

export interface ConsentList {
  waiting: WaitingConsent[];
  unanswered: Person[];
  /** Of everybody who lives here. */
  names: ReadonlyMap<string, string>;
  /** Empty if the facility does not ask again. */
  old: (Person & { extent: ConsentExtent; since: CivilDate })[];
}

/** What admins have to do about answers; of those who live here, in あいうえお order. */
export async function readConsentList(rt: Runtime, actor: Actor): Promise<ConsentList> {
  const residents = (await readResidentCards(rt, actor))
    .map(({ resident }) => resident)
    .filter(isResident);
  const since = await readOldAnswers(rt, actor);
  const waiting = await listAllWaiting(rt.db, actor.host.id);
  const people = new Map(residents.map((resident) => [resident.id, resident]));
  return {
    names: new Map(residents.map(({ id, name }) => [id, name])),
    waiting: waiting.flatMap(({ resident_id, ...row }) => {
      const resident = people.get(resident_id);
      return resident ? [{ ...row, resident }] : [];
    }),
    unanswered: residents.filter(({ photoConsent }) => photoConsent === null),
    old: residents.flatMap((resident) => {
      const day = since.get(resident.id);
      const { photoConsentExtent: extent } = resident;
      return takesPhotos(resident) && extent && day ? [{ ...resident, extent, since: day }] : [];
    }),
  };
}

export interface ConsentCounts {
  waiting: number;
  unanswered: number;
  old: number;
}

/** How many of each, for 今月. @param residents who live here */
export async function countConsents(
  rt: Runtime,
  actor: Actor,
  residents: readonly ResidentShort[],
): Promise<ConsentCounts> {
  const ids = new Set(residents.map(({ id }) => id));
  const since = await readOldAnswers(rt, actor);
  const waiting = await listAllWaiting(rt.db, actor.host.id);
  return {
    waiting: waiting.filter(({ resident_id }) => ids.has(resident_id)).length,
    unanswered: residents.filter(({ photoConsent }) => photoConsent === null).length,
    old: residents.filter(({ id }) => since.has(id)).length,
  };
}

/** Of yeses that are older than a year, since when they hold; by resident. */
async function readOldAnswers(
  { db, clock }: Runtime,
  { host }: Actor,
): Promise<Map<string, CivilDate>> {
  const asks = await findAsksAgain(db, host.id);
  if (!asks) return new Map();
  const before = lastYear(civilDateOf(clock.now()));
  const rows = await listNewestYeses(db, host.id);
  const days = rows.map(({ resident_id, answered_on, created_at }) => {
    return [resident_id, answered_on ?? civilDateOf(new Date(created_at))] as const;
  });
  return new Map(days.filter(([, day]) => day < before));
}

async function findAsksAgain(db: Db, hostId: string): Promise<boolean> {
  const host = await db
    .selectFrom('hosts')
    .select('asks_consent_again')
    .where('id', '=', hostId)
    .executeTakeFirst();
  return isOn(host?.asks_consent_again);
}

/** The record of each yes that holds. */
const listNewestYeses = (db: Db, hostId: string) =>
  db
    .selectFrom('residents')
    .innerJoin('consents', (join) =>
      join.on((eb) =>
        eb(
          'consents.id',
          '=',
          eb
            .selectFrom('consents as one')
            .select('one.id')
            .whereRef('one.host_id', '=', 'residents.host_id')
            .whereRef('one.resident_id', '=', 'residents.id')
            .whereRef('one.answer', '=', 'residents.photo_consent_extent')
            .where('one.confirmed_at', 'is not', null)
            .orderBy('one.confirmed_at', 'desc')
            .orderBy('one.created_at', 'desc')
            .orderBy('one.id')
            .limit(1),
        ),
      ),
    )
    .select(['consents.resident_id', 'consents.answered_on', 'consents.created_at'])
    .where('residents.host_id', '=', hostId)
    .where('residents.photo_consent', '=', 1)
    .execute();

/** Oldest first. */
const listAllWaiting = (db: Db, hostId: string) =>
  db
    .selectFrom('consents')
    .select(['id', 'resident_id', 'answer', 'given_by as by', 'by_name as byName'])
    .select(['relationship', 'answered_on as on', 'way as how', 'note'])
    .where('host_id', '=', hostId)
    .where('confirmed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
