import type { Runtime } from '#server/runtime.ts';
import { makeConsent } from '../../support/consents.ts';
import { makeHost, makeResident, makeStaff } from '../../support/factories.ts';

/** Changed by the stories about consent only. */
export interface ConsentWorld {
  /** Nobody of `ids` has been asked, in the order of their names. */
  paper: { email: string; ids: string[] };
  /** With a family's answer that waits, and two yeses of years ago. */
  yearly: { email: string };
}

export const FORTY = 40;
export const nameOf = (number: number): string => `入居${String(number).padStart(2, '0')} 花`;

export async function makeConsentWorld(rt: Runtime): Promise<ConsentWorld> {
  return { paper: await makePaper(rt), yearly: await makeYearly(rt) };
}

async function makePaper(rt: Runtime): Promise<ConsentWorld['paper']> {
  const { id: hostId } = await makeHost(rt, { name: 'しらゆり荘' });
  const { email } = await makeStaff(rt, hostId, {
    role: 'admin',
    email: 'shirayuri-doui@example.jp',
  });
  const ids: string[] = [];
  for (let number = 1; number <= FORTY; number += 1) {
    const row = { name: nameOf(number), name_kana: 'ニュウキョ ハナ', photo_consent: null };
    ids.push((await makeResident(rt, hostId, row)).id);
  }
  return { email, ids };
}

async function makeYearly(rt: Runtime): Promise<ConsentWorld['yearly']> {
  const { id: hostId } = await makeHost(rt, { name: 'すずらん荘' });
  const { email } = await makeStaff(rt, hostId, {
    role: 'admin',
    email: 'suzuran-doui@example.jp',
  });
  const old = { answered_on: '2020-04-01', confirmed_at: '2020-04-01T00:00:00.000Z' };
  for (const name of ['青木 ヨネ', '加藤 実']) {
    await makeConsent(rt, await makeResident(rt, hostId, { name }), old);
  }
  const asked = await makeResident(rt, hostId, { name: '佐藤 一', photo_consent: null });
  const said = { answer: 'own', by_name: '佐藤 花子', relationship: '長女' } as const;
  await makeConsent(rt, asked, said);
  return { email };
}
