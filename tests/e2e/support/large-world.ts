import { civilDateOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeHost, makeStaff } from '../../support/factories.ts';
import { fillFacility } from '../../support/large-facility.ts';
import { makeIds } from '../../support/large-facility-rows.ts';

const RESIDENTS = 200;
/** The last of those living there by name, far from the first hundred. */
const LAST = 198;

/** A facility with more residents than the photo page is sent at first, and no photos yet. */
export interface LargeWorld {
  admin: { email: string };
  general: { email: string };
  /** How many live there, all without a photo this month. */
  living: number;
  last: { id: string; name: string };
}

/** @param file the database, which may be open */
export async function makeLargeWorld(rt: Runtime, file: string): Promise<LargeWorld> {
  const { id: hostId } = await makeHost(rt, { name: '大空の里' });
  const admin = await makeStaff(rt, hostId, { role: 'admin', email: 'oozora@example.jp' });
  const general = await makeStaff(rt, hostId, { email: 'oozora-2@example.jp' });
  const today = civilDateOf(rt.clock.now());
  const size = { residents: RESIDENTS, photos: 0, months: 2 };
  fillFacility(file, { hostId, staffId: admin.id, today }, size);
  const living = await rt.db
    .selectFrom('residents')
    .select('id')
    .where('host_id', '=', hostId)
    .where('left_on', 'is', null)
    .execute();
  const id = makeIds('resident', RESIDENTS)[LAST] ?? '';
  return { admin, general, living: living.length, last: { id, name: `入居 ${LAST}` } };
}
