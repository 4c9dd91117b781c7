import { DEMO_PASSWORD } from '../../../demo/people.ts';
import { STAFF } from '../../../demo/story.ts';
import { addMonths, civilDateOf, firstDayOf, lastDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { makePlaces } from './places.ts';
import type { Person, Places } from './view.ts';

/** IDs of the demo: a resident with a photo in the last letter. */
export async function demoPlaces(rt: Runtime): Promise<Places> {
  const yearMonth = addMonths(yearMonthOf(civilDateOf(rt.clock.now())), -1);
  const found = await rt.db
    .selectFrom('items')
    .innerJoin('residents', 'residents.id', 'items.resident_id')
    .innerJoin('families', 'families.resident_id', 'residents.id')
    .where('items.held', '=', 0)
    .where('items.taken_on', '>=', firstDayOf(yearMonth))
    .where('items.taken_on', '<=', lastDayOf(yearMonth))
    .select(['items.id as itemId', 'items.host_id as hostId', 'residents.id as residentId'])
    .select(['families.id as familyId', 'residents.token as residentToken'])
    .select(['families.token as familyToken'])
    .orderBy('residents.room')
    .orderBy('items.taken_on')
    .executeTakeFirstOrThrow();
  const { residentToken, familyToken, ...known } = found;
  const reader = { residentToken, familyToken };
  const people = { admin: someone('admin'), general: someone('general') };
  return makePlaces(rt, { ...known, yearMonth, reader, people });
}

function someone(wanted: string): Person {
  const email = STAFF.find(({ scope }) => scope === wanted)?.email;
  if (!email) throw new Error(`the demo has no ${wanted}`);
  return { email, password: DEMO_PASSWORD };
}
