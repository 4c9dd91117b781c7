import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { consentsCsv } from '#domains/people/consent-records/consents-csv.ts';
import { listAllConsents } from '#domains/people/consent-records/consent-rows.ts';
import { readFamilies } from '#domains/people/manage-families.ts';
import { residentsCsv } from '#domains/people/resident-csv.ts';
import { readResidents } from '#domains/people/read-residents.ts';
import type { Runtime } from '#server/runtime.ts';
import { familiesCsv } from './roster-csv.ts';

/** All residents, including those who have left; the export is recorded. */
export async function exportResidents(rt: Runtime, actor: Actor): Promise<string> {
  const residents = await readResidents(rt, actor);
  await noteAct(rt, actor, { action: 'export.residents', detail: residents.length });
  return residentsCsv(residents);
}

/** All residents with their families, in one list; the export is recorded. */
export async function exportFamilies(rt: Runtime, actor: Actor): Promise<string> {
  const families = await readFamilies(rt, actor);
  await noteAct(rt, actor, { action: 'export.families', detail: families.length });
  return familiesCsv(await readResidents(rt, actor), families);
}

/** The lists of a facility's archive, which is recorded as a whole. */
export async function readLists(
  rt: Runtime,
  hostId: string,
): Promise<{ residents: string; families: string; consents: string }> {
  const of = { host: { id: hostId } };
  const residents = await readResidents(rt, of);
  const families = familiesCsv(residents, await readFamilies(rt, of));
  const consents = consentsCsv(residents, await listAllConsents(rt.db, hostId));
  return { residents: residentsCsv(residents), families, consents };
}
