import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readTellings } from '#domains/delivery/ending/tell-by-hand.ts';
import { readHostContact } from '#domains/facility/read-host.ts';
import { readFamilyEntries } from '#domains/people/manage-families.ts';
import type { Runtime } from '#server/runtime.ts';

/** For one family, which the facility tells that it ends. */
export interface EndingSheet {
  familyId: string;
  familyName: string;
  residentName: string;
  /** Its letters, for the code. */
  url: string;
}

interface EndingSheets {
  sheets: EndingSheet[];
  /** What they are told. */
  paragraphs: string[];
  host: { name: string; phone: string };
}

/** One sheet for each family that is still to be told by hand; records that links were read. */
export async function readEndingSheets(rt: Runtime, actor: Actor): Promise<EndingSheets> {
  const tellings = await readTellings(rt, actor.host.id);
  const entries = await readFamilyEntries(rt, actor);
  const urls = new Map(entries.map(({ family }) => [family.id, family.lettersUrl]));
  const sheets = (tellings?.byHand ?? []).flatMap(({ id, name, residentName, isDone }) => {
    const url = urls.get(id);
    if (isDone || url === undefined) return [];
    return [{ familyId: id, familyName: name, residentName, url }];
  });
  if (sheets.length > 0) {
    await noteAct(rt, actor, { action: 'export.ending_sheets', detail: sheets.length });
  }
  const { name, phone } = await readHostContact(rt.db, actor.host.id);
  return { sheets, paragraphs: tellings?.paragraphs ?? [], host: { name, phone } };
}
