import type { Actor } from '#domains/account/session/session.ts';
import { addMonths } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { signedIn } from './cast.ts';
import { makeHost, makeLetter, makeResident, makeStaff } from './factories.ts';
import { makeItem } from './items.ts';

export const REACHED = { postcode: '1000001', pref: '東京都', city: '千代田区', street: '1-1' };

/** A facility with residents, photos and letters of five years. */
export interface Home {
  actor: Actor;
  residents: { id: string; blobId: string }[];
}

export async function makeHome(rt: Runtime): Promise<Home> {
  const old = { created_at: '2026-01-05T03:00:00.000Z' };
  const { id } = await makeHost(rt, { ...old, activated_at: old.created_at });
  const actor = await signedIn(rt, await makeStaff(rt, id, { role: 'admin' }));
  for (let n = 0; n < 60; n++) await makeLetter(rt, id, addMonths(202610, n));
  const residents = [];
  for (const name of ['佐藤 ハル', '鈴木 キヨ', '秋山 アキ']) {
    const resident = await makeResident(rt, id, { ...old, name });
    const { blob_id: blobId } = await makeItem(rt, id, {
      residentId: resident.id,
      takenOn: '2026-09-10',
    });
    residents.push({ id: resident.id, blobId });
  }
  return { actor, residents };
}
