import type { CivilDate } from '#lib/calendar.ts';
import { addDays, civilDateOf, firstDayOf, startOfDay } from '#lib/calendar.ts';
import { noteLinksOfEnded } from '#domains/facility/ending/ended.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  PASSWORD,
  makeFamily,
  makeHost,
  makeLetter,
  makeNote,
  makeResident,
  makeStaff,
} from '../factories.ts';
import type { Person, Places } from './view.ts';

interface Made {
  place: Places['closing'];
  admin: Person;
}

/** A facility that ends in time, one that has ended, and the link of one that is deleted. */
export async function makeEndings(
  rt: Runtime,
  month: number,
  longName: string,
): Promise<Pick<Places, 'closing' | 'closed' | 'deletedReader'> & Record<'people', Admins>> {
  const today = civilDateOf(rt.clock.now());
  const of = { month, longName };
  const closing = await makeEnding(rt, { ...of, name: 'えんじゅの里', endsOn: addDays(today, 45) });
  // Its days to read are over, and who was not told keeps it.
  const closed = await makeEnding(rt, { ...of, name: 'くすのき苑', endsOn: addDays(today, -70) });
  return {
    closing: closing.place,
    closed: closed.place,
    people: { closing: closing.admin, closed: closed.admin },
    deletedReader: await makeDeleted(rt, addDays(today, -70)),
  };
}
type Admins = Pick<Places['people'], 'closing' | 'closed'>;

interface Wanted {
  name: string;
  endsOn: CivilDate;
  month: number;
  longName: string;
}

/** One family was told by mail, one by hand, and two are to be. */
async function makeEnding(rt: Runtime, wanted: Wanted): Promise<Made> {
  const { name, endsOn, month, longName } = wanted;
  const old = { created_at: startOfDay(firstDayOf(month)).toISOString() };
  const now = rt.clock.now().toISOString();
  const host = await makeHost(rt, { ...old, name, activated_at: old.created_at });
  const email = `${endsOn}@example.jp`;
  await makeStaff(rt, host.id, { role: 'admin', name: '河合 実', email });
  const words = '長いあいだ、お便りをお読みくださり、ありがとうございました。\n施設長 河合 実';
  await rt.db
    .insertInto('facility_endings')
    .values({ host_id: host.id, ends_on: endsOn, words, asked_by: 'facility', created_at: now })
    .execute();
  await makeLetter(rt, host.id, month);
  const person = (kanji: string, name_kana: string, room: string) =>
    makeResident(rt, host.id, { ...old, name: kanji, name_kana, room });
  const first = await person('石井 セツ', 'イシイ セツ', '101');
  await makeNote(rt, first, month);
  const long = await person(longName, 'ジュゲム', '102');
  const tell = async (
    resident: typeof first,
    kanji: string,
    how: { state: 'sent' | 'hand'; done_at?: string; sent_at?: string },
  ) => {
    const family = await makeFamily(rt, resident, { ...old, name: kanji });
    await rt.db
      .insertInto('ending_tellings')
      .values({
        ...{ host_id: host.id, family_id: family.id, account: '', ends_on: endsOn },
        ...{ told_before: null, set_at: now, outbox_id: null, ...how },
      })
      .execute();
    return family;
  };
  const reader = await tell(first, '石井 修', { state: 'hand' });
  await tell(first, '石井 春美', { state: 'hand', done_at: now });
  await tell(first, '石井 秋代', { state: 'sent', sent_at: now });
  await tell(long, longName, { state: 'hand' });
  return {
    place: {
      hostId: host.id,
      reader: { residentToken: first.token, familyToken: reader.token },
    },
    admin: { email, password: PASSWORD },
  };
}

async function makeDeleted(rt: Runtime, endedOn: CivilDate): Promise<Places['deletedReader']> {
  const host = await makeHost(rt, { name: 'ゆずりはホーム' });
  const resident = await makeResident(rt, host.id);
  const family = await makeFamily(rt, resident);
  await noteLinksOfEnded(rt, host, endedOn);
  await rt.db.deleteFrom('families').where('id', '=', family.id).execute();
  await rt.db.deleteFrom('residents').where('id', '=', resident.id).execute();
  await rt.db.deleteFrom('hosts').where('id', '=', host.id).execute();
  return { residentToken: resident.token, familyToken: family.token };
}
