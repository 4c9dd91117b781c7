import type { Actor } from '#domains/account/session/session.ts';
import type { ConsentExtent } from '#domains/people/consent.ts';
import { takesPhotos } from '#domains/people/consent.ts';
import { isResident } from '#domains/people/life.ts';
import { readResidentCards } from '#domains/people/read-residents.ts';
import { anItemOf } from '#domains/people/resident-rows.ts';
import type { ResidentLong, ResidentShort } from '#domains/people/resident.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import { sortByName } from '#lib/kana.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Db } from '#server/database.ts';
import type { Consent } from './consent-record.ts';
import { saidIn } from './consent-rows.ts';
import type { Meets, Said } from './consent-words.ts';
import type { Waiting } from './waiting-consents.ts';
import { listWaiting } from './waiting-consents.ts';

/** Answers of an earlier day are asked about again. */
const lastYear = (today: CivilDate): CivilDate =>
  `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;

type Person = Pick<ResidentLong, 'id' | 'name' | 'nameKana' | 'room'>;

type Answer = Pick<Consent, 'id' | 'answer' | 'note' | keyof Said>;

/** A family's answer beside what it meets. */
export interface WaitingConsent extends Answer, Meets {
  resident: Person;
  held: Answer | null;
  others: Answer[];
}

export interface ConsentList {
  waiting: WaitingConsent[];
  unanswered: Person[];
  /** Names of everybody who lives here. */
  names: ReadonlyMap<string, string>;
  /** Empty if the facility does not ask again. */
  old: (Person & { extent: ConsentExtent; since: CivilDate })[];
}

/**
 * What admins have to do about answers; of those who live here, in あいうえお order. What has been
 * sent waits also after that, the narrower first.
 */
export async function readConsentList(rt: Runtime, actor: Actor): Promise<ConsentList> {
  const all = (await readResidentCards(rt, actor)).map(({ resident }) => resident);
  const residents = all.filter(isResident);
  const since = await readOldAnswers(rt, actor);
  const waiting = await listWaiting(rt.db, actor.host.id);
  const people = new Map(all.map((resident) => [resident.id, resident]));
  return {
    names: new Map(all.map(({ id, name }) => [id, name])),
    waiting: waiting.sort(narrowerFirst).flatMap(({ row, held, others, ...meets }) => {
      const resident = people.get(row.resident_id);
      const beside = { held: held ? saidIn(held) : null, others: others.map(saidIn) };
      return resident ? [{ ...saidIn(row), ...meets, ...beside, resident }] : [];
    }),
    unanswered: residents.filter(({ photoConsent }) => photoConsent === null),
    old: residents.flatMap((resident) => {
      const day = since.get(resident.id);
      const { photoConsentExtent: extent } = resident;
      return takesPhotos(resident) && extent && day ? [{ ...resident, extent, since: day }] : [];
    }),
  };
}

const narrowerFirst = (one: Waiting, other: Waiting): number =>
  Number(other.isNarrower) - Number(one.isNarrower);

type Named = { id: string; name: string };

export interface ConsentCounts {
  /** Families' answers; those that pictures obey already are apart. */
  waiting: number;
  narrower: number;
  /** Whose narrower answers wait. */
  narrowed: Named[];
  /** Whose earlier photos are in question. */
  undecided: Named[];
  unanswered: number;
  old: number;
}

/** How many of each, for 今月. @param residents who live here */
export async function countConsents(
  rt: Runtime,
  actor: Actor,
  residents: readonly ResidentShort[],
): Promise<ConsentCounts> {
  const since = await readOldAnswers(rt, actor);
  const waiting = await listWaiting(rt.db, actor.host.id);
  const narrower = waiting.filter((one) => one.isNarrower);
  const narrowed = new Map(narrower.map(({ row }) => [row.resident_id, row.resident_name]));
  return {
    waiting: waiting.length - narrower.length,
    narrower: narrower.length,
    narrowed: [...narrowed].map(([id, name]) => ({ id, name })),
    undecided: sortByName(await listUndecided(rt.db, actor.host.id), (one) => one),
    unanswered: residents.filter(({ photoConsent }) => photoConsent === null).length,
    old: residents.filter(({ id }) => since.has(id)).length,
  };
}

/** Yeses older than a year, with the day since which they hold; by resident. */
async function readOldAnswers(
  { db, clock }: Runtime,
  { host }: Actor,
): Promise<Map<string, CivilDate>> {
  const asked = await db
    .selectFrom('hosts')
    .select('asks_consent_again')
    .where('id', '=', host.id)
    .executeTakeFirst();
  if (!isOn(asked?.asks_consent_again)) return new Map();
  const before = lastYear(civilDateOf(clock.now()));
  const rows = await listNewestYeses(db, host.id);
  const days = rows.map(({ resident_id, answered_on, created_at }) => {
    return [resident_id, answered_on ?? civilDateOf(new Date(created_at))] as const;
  });
  return new Map(days.filter(([, day]) => day < before));
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
    .where((eb) => eb.and({ 'residents.host_id': hostId, 'residents.photo_consent': 1 }))
    .execute();

/** Whose photos are hidden until an admin has decided about each, once the answer is confirmed. */
const listUndecided = (db: Db, hostId: string) =>
  db
    .selectFrom('residents')
    .select(['residents.id', 'residents.name', 'residents.name_kana as nameKana'])
    .where((eb) => eb.and({ 'residents.host_id': hostId, 'residents.waiting_consent': null }))
    .where('residents.id', 'in', ({ selectFrom }) =>
      selectFrom('withheld_pictures as waiting')
        .select('waiting.resident_id')
        .where((eb) => eb.and({ 'waiting.host_id': hostId, 'waiting.asks': 1, 'waiting.waits': 0 }))
        .where((of) => of(anItemOf(of), 'is not', null)),
    )
    .execute();
