import { monthToDeliver } from '#domains/people/stay.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  makeFamily,
  makeHost,
  makeLetter,
  makeResident,
  makeStaff,
} from '../../support/factories.ts';

const FIFTY_DAYS_MS = 50 * 24 * 60 * 60 * 1000;

/** Its mails about last month were due while the server was down. */
export interface DeliveryWorld {
  admin: { name: string; email: string };
  yearMonth: number;
  residentName: string;
  /** One family by mail, one by link. */
  mailed: { id: string; name: string; email: string };
  linked: { id: string; name: string; tokens: LetterTokens };
}

export async function makeDeliveryWorld(rt: Runtime): Promise<DeliveryWorld> {
  const old = { created_at: new Date(rt.clock.now().getTime() - FIFTY_DAYS_MS).toISOString() };
  const host = await makeHost(rt, { ...old, name: 'こもれびの家', activated_at: old.created_at });
  // Due from midnight, so that the tests may run at any hour.
  await rt.db.insertInto('delivery_settings').values({ host_id: host.id, hour: 0 }).execute();
  const resident = await makeResident(rt, host.id, { ...old, name: '藤田 ノブ' });
  const mailed = await makeFamily(rt, resident, {
    ...old,
    name: '藤田 美穂',
    email: 'miho@example.jp',
    delivery: 'email',
  });
  const linked = await makeFamily(rt, resident, { ...old, name: '藤田 徹' });
  const yearMonth = monthToDeliver(rt.clock.now());
  await makeLetter(rt, host.id, yearMonth);
  return {
    admin: await makeStaff(rt, host.id, { role: 'admin', email: 'komorebi@example.jp' }),
    yearMonth,
    residentName: resident.name,
    mailed: { id: mailed.id, name: mailed.name, email: 'miho@example.jp' },
    linked: {
      id: linked.id,
      name: linked.name,
      tokens: { residentToken: resident.token, familyToken: linked.token },
    },
  };
}
