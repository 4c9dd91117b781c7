import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { signedIn } from '../../support/cast.ts';
import {
  makeFamily,
  makeHost,
  makeLetter,
  makeResident,
  makeStaff,
} from '../../support/factories.ts';
import { drainJobs, uploadPhoto } from '../../support/uploads.ts';

/** A resident whose state changes, with a photo in last month's letter and in this month's. */
export interface LifeWorld {
  admin: { email: string };
  resident: { id: string; name: string };
  tokens: LetterTokens;
  /** Last month. */
  yearMonth: number;
}

export async function makeLifeWorld(rt: Runtime): Promise<LifeWorld> {
  const email = 'miura@example.jp';
  const host = await makeHost(rt, { name: 'わかばの里' });
  const admin = await makeStaff(rt, host.id, { role: 'admin', email });
  const resident = await makeResident(rt, host.id, { name: '三浦 ヨシ' });
  const family = await makeFamily(rt, resident, { name: '三浦 恵' });
  const current = yearMonthOf(civilDateOf(rt.clock.now()));
  const yearMonth = addMonths(current, -1);
  await rt.db.insertInto('delivery_settings').values({ host_id: host.id, early_look: 1 }).execute();
  const actor = await signedIn(rt, admin);
  for (const month of [yearMonth, current]) {
    await makeLetter(rt, host.id, month);
    await uploadPhoto(rt, actor, { residentId: resident.id, takenOn: firstDayOf(month) });
  }
  await drainJobs(rt);
  return {
    admin: { email },
    resident: { id: resident.id, name: resident.name },
    tokens: { residentToken: resident.token, familyToken: family.token },
    yearMonth,
  };
}
