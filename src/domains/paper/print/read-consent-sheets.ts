import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readHostContact } from '#domains/facility/read-host.ts';
import { isResident } from '#domains/people/life.ts';
import type { FamilyEntry } from '#domains/people/family-list.ts';
import { readFamilyEntries } from '#domains/people/manage-families.ts';
import { readResidentCard, readResidentCards } from '#domains/people/read-residents.ts';
import type { ResidentLong } from '#domains/people/resident.ts';
import { sortByName } from '#lib/kana.ts';
import type { PageOf } from '#lib/pages.ts';
import { pageOf } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ConsentSheet, SheetsQuery } from './sheets.ts';
import { LISTED_CONSENT_SHEETS } from './sheets.ts';

interface ConsentSheets {
  list: PageOf<ConsentSheet>;
  host: { name: string; phone: string };
  /** Of whom they are, if they are one resident's. */
  resident: { id: string; name: string } | null;
}

/**
 * Forms about photos (domain.md#consent), by resident, one for each family; records that links were
 * read. @throws AppError 404 for an unknown resident
 */
export async function readConsentSheets(
  rt: Runtime,
  actor: Actor,
  { residentId, page }: SheetsQuery,
): Promise<ConsentSheets> {
  const one = residentId === null ? null : (await readResidentCard(rt, actor, residentId)).resident;
  const residents = one ? [one] : await readNotAsked(rt, actor);
  const entries = await readFamilyEntries(rt, actor, one?.id);
  const families = Map.groupBy(entries, ({ resident }) => resident.id);
  const sheets = residents
    .filter(isResident)
    .flatMap((resident) => toSheets(rt, resident, families.get(resident.id) ?? []));
  const list = pageOf(sheets, page, LISTED_CONSENT_SHEETS);
  if (list.items.length > 0) {
    const detail = list.items.length;
    await noteAct(rt, actor, { action: 'export.consents', residentId: one?.id, detail });
  }
  const { name, phone } = await readHostContact(rt.db, actor.host.id);
  return { list, host: { name, phone }, resident: one };
}

const readNotAsked = async (rt: Runtime, actor: Actor): Promise<ResidentLong[]> =>
  (await readResidentCards(rt, actor))
    .map(({ resident }) => resident)
    .filter(({ photoConsent }) => photoConsent === null);

function toSheets(
  { env }: Pick<Runtime, 'env'>,
  { id, name, room }: ResidentLong,
  entries: readonly FamilyEntry[],
): ConsentSheet[] {
  const of = { residentId: id, residentName: name, room };
  if (entries.length === 0) return [{ ...of, family: null }];
  return sortByName([...entries], ({ family }) => family).map(({ family, tokens }) => {
    const url = `${env.PUBLIC_URL}${paths.letterConsent(tokens)}`;
    return { ...of, family: { id: family.id, name: family.name, url } };
  });
}
