import type { Actor } from '#domains/account/session/session.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { sama } from '#lib/honorific.ts';
import type { Runtime } from '#server/runtime.ts';
import { readFamilyEntries } from './manage-families.ts';
import type { FamilyFilter, ResidentGroup } from './family-list.ts';
import { groupFamilies, readFamilyFilter } from './family-list.ts';
import { isResident } from './life.ts';
import { chooseResidents, readResidentName } from './read-residents.ts';

interface FamiliesPage {
  filter: FamilyFilter;
  groups: ResidentGroup[];
  count: number;
  troubled: number;
  mailEnabled: boolean;
}

/** Data of the families page. */
export async function readFamiliesPage(
  rt: Runtime,
  actor: Actor,
  query: URLSearchParams,
): Promise<FamiliesPage> {
  const filter = readFamilyFilter(query);
  const entries = await readFamilyEntries(rt, actor);
  const residents = (await chooseResidents(rt, actor)).filter(isResident);
  const { mailEnabled } = await readDeliverySettings(rt, actor.host.id);
  return {
    filter,
    groups: groupFamilies(entries, residents, filter),
    count: entries.length,
    troubled: entries.filter(({ trouble }) => trouble !== null).length,
    mailEnabled,
  };
}

/** Current residents, and a requested one who has left: relatives still ask for the letters. */
export async function chooseResidentsFor(
  rt: Runtime,
  actor: Actor,
  residentId: string,
): Promise<{ value: string; label: string }[]> {
  const residents = (await chooseResidents(rt, actor)).filter(isResident);
  const choices = residents.map(({ id, name, room }) => ({
    value: id,
    label: room ? `${sama(name, ' ')}（${room}）` : sama(name, ' '),
  }));
  if (residentId === '' || choices.some(({ value }) => value === residentId)) return choices;
  const other = await readResidentName(rt, actor, residentId);
  return other ? [{ value: other.id, label: sama(other.name, ' ') }, ...choices] : choices;
}
