import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import { addMonths } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { signedIn } from '../../support/cast.ts';
import {
  makeFamily,
  makeHost,
  makeLetter,
  makeResident,
  makeStaff,
} from '../../support/factories.ts';
import { rounds } from '../../support/in-full.ts';
import { drainJobs, uploadPhoto } from '../../support/uploads.ts';

/** Six show how it goes on; the presses are the same for each. */
export const RESIDENTS = rounds(6, 50);
/** Families that are handed their letter, half of them on paper; the others get mail. */
export const HANDED = rounds(2, 12);
/** Residents who have a photo this month. */
export const WITH_PHOTO = rounds(4, 40);
const FIFTY_DAYS_MS = 50 * 24 * 60 * 60 * 1000;
const NAMES = [
  ['相田', 'アイダ'],
  ['飯野', 'イイノ'],
  ['内田', 'ウチダ'],
  ['江藤', 'エトウ'],
  ['太田', 'オオタ'],
] as const;

/** A facility of the usual size: last month's letter is out, this month's is to be made. */
export interface MonthWorld {
  email: string;
  out: number;
  toMake: number;
}

/** @param name of the admin's mailbox, and in the addresses of the families */
export async function makeMonthWorld(rt: Runtime, name: string): Promise<MonthWorld> {
  const created_at = new Date(rt.clock.now().getTime() - FIFTY_DAYS_MS).toISOString();
  const host = await makeHost(rt, { name: 'やまぶきの里', created_at, activated_at: created_at });
  const email = `${name}@example.jp`;
  const admin = await makeStaff(rt, host.id, { role: 'admin', email, name: '杉山 薫' });
  const out = monthToDeliver(rt.clock.now());
  await makeLetter(rt, host.id, out);
  const residents: string[] = [];
  for (let at = 0; at < RESIDENTS; at++) {
    const [family, kana] = NAMES[at % NAMES.length] ?? ['', ''];
    const number = String(at + 1).padStart(2, '0');
    const resident = await makeResident(rt, host.id, {
      name: `${family} ${number}`,
      name_kana: kana,
      room: `${100 + at}`,
      created_at,
    });
    residents.push(resident.id);
    const way = wayOf(at, `${name}-${number}@example.jp`);
    await makeFamily(rt, resident, { name: `${family} 家族${number}`, created_at, ...way });
  }
  await addPhotos(rt, admin, residents.slice(0, WITH_PHOTO));
  return { email, out, toMake: addMonths(out, 1) };
}

function wayOf(at: number, email: string): Partial<Insertable<Database['families']>> {
  if (at >= HANDED) return { delivery: 'email', email };
  if (at % 2 === 0) return { delivery: 'link' };
  return {
    delivery: 'print',
    postcode: '1000001',
    pref: '東京都',
    city: '千代田区',
    street: '1-1',
  };
}

type Staff = Awaited<ReturnType<typeof makeStaff>>;

/** One stored picture for all: nobody looks at what is on it. */
async function addPhotos(rt: Runtime, admin: Staff, residents: readonly string[]) {
  const { id } = await uploadPhoto(rt, await signedIn(rt, admin));
  await drainJobs(rt);
  const items = rt.db.selectFrom('items').selectAll().where('id', '=', id);
  const item = await items.executeTakeFirstOrThrow();
  const copies = residents.map((resident_id) => ({
    ...item,
    ...{ id: newId(), resident_id, picture: resident_id, is_upload: 0 as const },
  }));
  await rt.db.insertInto('items').values(copies).execute();
}
