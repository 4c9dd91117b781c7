import { readEvents } from '#domains/dashboard/history/export-history.ts';
import type { Db } from '#server/database.ts';
import { countRows } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';

/** Instants, the second one excluded. */
export interface Window {
  since: string;
  until: string;
}

/** Who was or could be concerned if something leaked within a window (docs/operations/leak.ja.md). */
interface Affected {
  /** Registered before its end; whoever was removed since is among the events. */
  residents: number;
  families: number;
  staffs: number;
  /** Families who asked to be taken in and wait; whoever was decided on is blank. */
  applications: number;
  photos: number;
  /** By mail or LINE. */
  letters: { sent: number; families: number };
  /** Families who pressed 見ました: a letter that is only opened leaves no trace. */
  seen: number;
  /** Sign-ins, exports, changes of people, links and addresses, newest first: when, what, from where. */
  events: string[][];
}

const KINDS = ['session', 'taken', 'resident', 'family', 'staff'] as const;

export async function readAffected(
  rt: Pick<Runtime, 'db'>,
  hostId: string,
  window: Window,
): Promise<Affected> {
  const count = (table: 'residents' | 'families' | 'staffs' | 'items') =>
    countRows(
      rt.db.selectFrom(table).where('host_id', '=', hostId).where('created_at', '<', window.until),
    );
  return {
    residents: await count('residents'),
    families: await count('families'),
    staffs: await count('staffs'),
    applications: (await listWaiting(rt.db, hostId, window)).length,
    photos: await count('items'),
    letters: await countLetters(rt.db, hostId, window),
    seen: await countSeen(rt.db, hostId, window),
    events: await readEvents(rt, hostId, { ...window, kinds: KINDS }),
  };
}

/** What the operator did, and whoever tried to be the operator. */
export const readOperatorEvents = (rt: Pick<Runtime, 'db'>, window: Window): Promise<string[][]> =>
  readEvents(rt, null, window);

/** For the whole server: questions go to the operator. */
export const countContactsBefore = (
  { db }: Pick<Runtime, 'db'>,
  { until }: Window,
): Promise<number> => countRows(db.selectFrom('contacts').where('created_at', '<', until));

const listWaiting = (db: Db, hostId: string, { until }: Pick<Window, 'until'>) =>
  db
    .selectFrom('applications')
    .select(['name', 'resident_name as resident', 'email', 'pref', 'city', 'town', 'street'])
    .where((eb) => eb.and({ host_id: hostId, decided_at: null }))
    .where('created_at', '<', until)
    .orderBy('created_at')
    .execute();

const countLetters = (db: Db, hostId: string, { since, until }: Window) =>
  db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      fn.countAll<number>().as('sent'),
      fn.count<number>('family_id').distinct().as('families'),
    ])
    .where('host_id', '=', hostId)
    .where('sent_at', '>=', since)
    .where('sent_at', '<', until)
    .executeTakeFirstOrThrow();

async function countSeen(db: Db, hostId: string, { since, until }: Window): Promise<number> {
  const { count } = await db
    .selectFrom('letter_reads')
    .select(({ fn }) => fn.count<number>('family_id').distinct().as('count'))
    .where('host_id', '=', hostId)
    .where('seen_at', '>=', since)
    .where('seen_at', '<', until)
    .executeTakeFirstOrThrow();
  return count;
}

/** Everybody to tell: residents, families, those who asked to be one, staff; in what way they can be reached. */
export async function listConcerned(
  { db }: Pick<Runtime, 'db'>,
  hostId: string,
  { until }: Window,
): Promise<{ role: string; name: string; reach: string }[]> {
  const residents = await db
    .selectFrom('residents')
    .select(['name', 'room'])
    .where('host_id', '=', hostId)
    .where('created_at', '<', until)
    .orderBy('name_kana')
    .execute();
  const families = await db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.name', 'families.email', 'families.phone', 'residents.name as resident'])
    .select(['families.pref', 'families.city', 'families.town', 'families.street'])
    .where('families.host_id', '=', hostId)
    .where('families.created_at', '<', until)
    .orderBy('families.name_kana')
    .execute();
  const applicants = await listWaiting(db, hostId, { until });
  const staffs = await db
    .selectFrom('staffs')
    .select(['name', 'email'])
    .where('host_id', '=', hostId)
    .where('created_at', '<', until)
    .orderBy('name_kana')
    .execute();
  return [
    ...residents.map(({ name, room }) => ({ role: '入居者', name, reach: room })),
    ...families.map((family) => ({ role: 'ご家族', ...toReach(family) })),
    ...applicants.map((one) => ({ role: 'お申し込みの方', ...toReach({ ...one, phone: '' }) })),
    ...staffs.map(({ name, email }) => ({ role: '職員', name, reach: email ?? '' })),
  ];
}

type Reached = Record<
  'name' | 'resident' | 'phone' | 'pref' | 'city' | 'town' | 'street',
  string
> & {
  email: string | null;
};

function toReach({ name, resident, email, phone, pref, city, town, street }: Reached) {
  const reach = [email ?? '', phone, `${pref}${city}${town}${street}`].filter(Boolean).join(' ');
  return { name: `${name}（${resident}）`, reach };
}
