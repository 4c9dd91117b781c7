import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { deleteItem } from '#domains/item/delete-items.ts';
import type { Runtime } from '#server/runtime.ts';
import { signedIn } from '../cast.ts';
import {
  PASSWORD,
  makeAnswer,
  makeFamily,
  makeHost,
  makeLetter,
  makeResident,
  makeStaff,
} from '../factories.ts';
import { jpeg } from '../pictures.ts';
import { drainJobs, uploadPhoto } from '../uploads.ts';
import { makePlaces } from './places.ts';
import type { Places } from './view.ts';

/** A small facility with one photo in each of two months. */
export async function storyPlaces(rt: Runtime): Promise<Places> {
  const yearMonth = addMonths(yearMonthOf(civilDateOf(rt.clock.now())), -1);
  const host = await makeHost(rt, { name: 'さくら坂ホーム' });
  const emails = { admin: 'sakura@example.jp', general: 'zaka@example.jp' };
  const admin = await makeStaff(rt, host.id, { role: 'admin', email: emails.admin });
  await makeStaff(rt, host.id, { name: '林 楓', email: emails.general });
  const resident = await makeResident(rt, host.id, { name: '大野 千代' });
  const family = await makeFamily(rt, resident, { name: '大野 誠' });
  await makeLetter(rt, host.id, yearMonth);
  await makeAnswers(rt, family, yearMonth);
  await rt.db.insertInto('delivery_settings').values({ host_id: host.id, early_look: 1 }).execute();
  const actor = await signedIn(rt, admin);
  const add = async (month: number) => {
    const photo = { residentId: resident.id, takenOn: firstDayOf(month), bytes: await jpeg() };
    return (await uploadPhoto(rt, actor, photo)).id;
  };
  await add(addMonths(yearMonth, 1));
  const itemId = await add(yearMonth);
  for (const month of [yearMonth, addMonths(yearMonth, 1)]) {
    await deleteItem(rt, actor, await add(month));
  }
  await drainJobs(rt);
  return makePlaces(rt, {
    hostId: host.id,
    yearMonth,
    residentId: resident.id,
    familyId: family.id,
    itemId,
    reader: { residentToken: resident.token, familyToken: family.token },
    people: {
      admin: { email: emails.admin, password: PASSWORD },
      general: { email: emails.general, password: PASSWORD },
    },
  });
}

/** New, passed on, and hidden. */
async function makeAnswers(
  rt: Runtime,
  family: Parameters<typeof makeAnswer>[1],
  year_month: number,
): Promise<void> {
  const now = rt.clock.now().toISOString();
  await makeAnswer(rt, family, { year_month, body: 'いい笑顔ですね😊\n\nまた会いに行きます。' });
  const reply = { reply: 'またお越しください。', replied_at: now };
  await makeAnswer(rt, family, { year_month, body: '安心しました。', passed_on_at: now, ...reply });
  const long = 'おかげさまで、'.repeat(40);
  const lastYear = { year_month: year_month - 100, body: long };
  await makeAnswer(rt, family, lastYear);
  await makeAnswer(rt, family, { ...lastYear, body: '面会の件です。', hidden_at: now });
}
