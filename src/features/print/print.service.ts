import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { sortByName } from '#lib/kana.ts';
import { notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { FamilyEntry } from '#features/family/family-entry.ts';
import { missingFor } from '#features/family/family.ts';
import { readFamilyEntries } from '#features/family/family.service.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { readHostSender } from '#features/host/host.service.ts';
import type { HostSender } from '#features/host/host.service.ts';
import type { Item } from '#features/item/item.ts';
import { requireMonth } from '#features/letter-desk/admin-letter.service.ts';
import { whyKeptBack } from '#features/delivery/mail-states.ts';
import { isDelivered } from '#features/letter/letter.ts';
import type { FamilyLetter } from '#features/letter/letter.service.ts';
import type { ResidentLetter } from '#features/letter-desk/preview.service.ts';
import { readResidentLetter } from '#features/letter-desk/preview.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { PrintPage } from './blocks.ts';
import type { NotPrinted, PrintQuery } from './print.ts';
import { letterPages } from './print.ts';
import type { WindowAddress } from './window-address.ts';
import { windowAddress } from './window-address.ts';

export interface PrintLetter {
  familyId: string;
  familyName: string;
  residentName: string;
  /** null for a letter that is handed over. */
  address: WindowAddress | null;
  url: string;
  /** After a death: without a drawing. */
  isLast: boolean;
  pages: PrintPage<Item>[];
}

export interface PrintRun {
  yearMonth: YearMonth;
  isDelivered: boolean;
  host: HostSender;
  letters: PrintLetter[];
  /** Families on paper without a letter this month. */
  left: { familyId: string; familyName: string; residentName: string; reason: NotPrinted }[];
}

/** Letters laid out for print; records that addresses were read. @throws AppError 404 */
export async function readPrintRun(
  rt: Runtime,
  actor: Actor,
  month: YearMonth,
  { familyId }: Pick<PrintQuery, 'familyId'>,
): Promise<PrintRun> {
  const yearMonth = requireMonth(rt, String(month));
  const letters: PrintLetter[] = [];
  const left: PrintRun['left'] = [];
  for (const entry of await chooseEntries(rt, actor, familyId)) {
    const of = await readResidentLetter(rt, actor, yearMonth, entry.resident.id);
    const reason = whyNot(entry, of, yearMonth, familyId !== null);
    if (reason === null && of?.letter) letters.push(toLetter(entry, of.letter));
    else left.push({ ...whoOf(entry), reason: reason ?? 'noLetter' });
  }
  if (letters.length > 0) {
    await noteAct(rt, actor, { action: 'export.printed', detail: String(yearMonth) });
  }
  return {
    yearMonth,
    isDelivered: isDelivered(yearMonth, civilDateOf(rt.clock.now())),
    host: await readHostSender(rt.db, actor.host.id),
    letters,
    left,
  };
}

async function chooseEntries(
  rt: Runtime,
  actor: Actor,
  familyId: string | null,
): Promise<FamilyEntry[]> {
  const all = await readFamilyEntries(rt, actor);
  const chosen = all.filter(({ family }) =>
    familyId === null ? family.delivery === 'print' : family.id === familyId,
  );
  if (familyId !== null && chosen.length === 0) throw notFound();
  const byOwnName = sortByName(chosen, ({ family }) => family);
  return sortByName(byOwnName, ({ resident }) => resident);
}

const isAddressed = ({ family }: FamilyEntry): boolean =>
  Object.keys(missingFor({ ...family, delivery: 'print' })).length === 0;

const hasOwn = ({ note, items }: FamilyLetter): boolean =>
  note !== '' || items.some(({ residentId }) => residentId !== null);

function whyNot(
  entry: FamilyEntry,
  of: ResidentLetter | null,
  yearMonth: YearMonth,
  isAskedFor: boolean,
): NotPrinted | null {
  if (!of) return 'noLetter';
  const isOwn = of.letter?.isOut && hasOwn(of.letter);
  const kept = whyKeptBack(of.viewer, yearMonth, isOwn === true);
  if (kept !== null && (!isAskedFor || !of.letter?.isOut)) return kept;
  if (!of.letter?.isOut) return 'noLetter';
  if (of.letter.isHeldBack) return 'heldBack';
  return isAddressed(entry) || isAskedFor ? null : 'address';
}

const whoOf = ({ family, resident }: FamilyEntry) => ({
  familyId: family.id,
  familyName: family.name,
  residentName: resident.name,
});

const toLetter = (
  entry: FamilyEntry,
  letter: NonNullable<ResidentLetter['letter']>,
): PrintLetter => ({
  ...whoOf(entry),
  address: isAddressed(entry) ? windowAddress(entry.family) : null,
  url: entry.family.lettersUrl,
  isLast: letter.isLast,
  pages: letterPages(letter, entry.resident.name),
});
