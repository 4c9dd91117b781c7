import type { LetterTokens } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeFamily, makeHost, makeResident, makeStaff } from '../../support/factories.ts';

/** A facility of two residents, whose families may look early. */
export interface NotesWorld {
  general: { email: string };
  colleague: { email: string };
  admin: { email: string };
  resident: { id: string };
  family: LetterTokens;
}

export async function makeNotesWorld(rt: Runtime): Promise<NotesWorld> {
  const { id: hostId } = await makeHost(rt, { name: 'ふじの里' });
  await rt.db.insertInto('delivery_settings').values({ host_id: hostId, early_look: 1 }).execute();
  const staff = (email: string, name: string, role: 'admin' | 'general' = 'general') =>
    makeStaff(rt, hostId, { email, name, role });
  const resident = await makeResident(rt, hostId, {
    name: '岡本 ツル',
    name_kana: 'オカモト ツル',
  });
  await makeResident(rt, hostId, { name: '藤井 ヨネ', name_kana: 'フジイ ヨネ' });
  const { token } = await makeFamily(rt, resident, { name: '岡本 誠' });
  return {
    general: await staff('fuji@example.jp', '原田 美穂'),
    colleague: await staff('nagi@example.jp', '村上 凪'),
    admin: await staff('shunin@example.jp', '上野 直子', 'admin'),
    resident,
    family: { residentToken: resident.token, familyToken: token },
  };
}
