import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readHostContact } from '#domains/facility/read-host.ts';
import { readSheets } from '#domains/people/joining/resident-sheets.ts';
import { isResident } from '#domains/people/life.ts';
import { chooseResidents, readResidentCard } from '#domains/people/read-residents.ts';
import type { PageOf } from '#lib/pages.ts';
import { pageOf } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { JoiningSheet, SheetsQuery } from './sheets.ts';
import { LISTED_SHEETS } from './sheets.ts';

interface JoiningSheets {
  list: PageOf<JoiningSheet>;
  host: { name: string; phone: string };
  /** Of whom they are, if they are one resident's. */
  resident: { id: string; name: string; livesHere: boolean } | null;
  /** Who lives here and has no code that is good. */
  without: number;
  /** What mail programs must let through. */
  sender: string;
  /** Typed where there is no camera: `https://tayori.example.jp/families/join` */
  address: string;
}

/**
 * Sheets by which relatives enter themselves (domain.md#families-come-in-by-themselves); makes no
 * code, and records that codes were read. @throws AppError 404 for an unknown resident
 */
export async function readJoiningSheets(
  rt: Runtime,
  actor: Actor,
  { residentId, page }: SheetsQuery,
): Promise<JoiningSheets> {
  const one = residentId === null ? null : (await readResidentCard(rt, actor, residentId)).resident;
  const residents = (one ? [one] : await chooseResidents(rt, actor)).filter(isResident);
  const codes = await readSheets(rt, actor.host.id);
  const sheets = residents.flatMap(({ id, name, room }) => {
    const sheet = codes.get(id);
    return sheet ? [{ residentId: id, residentName: name, room, ...sheet }] : [];
  });
  const list = pageOf(sheets, page, LISTED_SHEETS);
  if (list.items.length > 0) {
    const detail = list.items.length;
    await noteAct(rt, actor, { action: 'export.sheets', residentId: one?.id, detail });
  }
  const { name, phone } = await readHostContact(rt.db, actor.host.id);
  return {
    list,
    host: { name, phone },
    resident: one && { id: one.id, name: one.name, livesHere: isResident(one) },
    without: residents.length - sheets.length,
    sender: rt.env.MAIL_FROM_LETTERS.address,
    address: `${rt.env.PUBLIC_URL}${paths.join}`,
  };
}
