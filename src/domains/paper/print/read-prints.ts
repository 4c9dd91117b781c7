import { setImmediate } from 'node:timers/promises';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { whyKeptBack } from '#domains/delivery/reasons.ts';
import type { HostSender } from '#domains/facility/read-host.ts';
import { readHostSender } from '#domains/facility/read-host.ts';
import { requireMonth } from '#domains/letter/desk/edit-letters.ts';
import type { ResidentLetter } from '#domains/letter/desk/preview.ts';
import { readResidentLetter } from '#domains/letter/desk/preview.ts';
import type { FamilyLetter } from '#domains/letter/read-letters.ts';
import { isResident } from '#domains/people/life.ts';
import { readResidents } from '#domains/people/read-residents.ts';
import { readFamilyEntries } from '#domains/people/manage-families.ts';
import type { FamilyEntry } from '#domains/people/family-list.ts';
import { missingFor } from '#domains/people/family.ts';
import { isDelivered } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { sortByName } from '#lib/kana.ts';
import type { Runtime } from '#server/runtime.ts';
import type { PrintPage } from './blocks.ts';
import type { NotPrinted, PrintPhoto, PrintQuery } from './print.ts';
import { letterPages } from './print.ts';
import type { WindowAddress } from './window-address.ts';
import { windowAddress } from './window-address.ts';

export interface PrintLetter {
  /** null for the letter of a resident without family. */
  familyId: string | null;
  familyName: string;
  residentName: string;
  /** null for a letter that is handed over. */
  address: WindowAddress | null;
  /** null without a family, whose page it is. */
  url: string | null;
  /** After a death: without a drawing. */
  isLast: boolean;
  pages: PrintPage<PrintPhoto>[];
}

export interface PrintRun {
  yearMonth: YearMonth;
  isDelivered: boolean;
  host: HostSender;
  letters: PrintLetter[];
  /** Families on paper without a letter this month. */
  left: { familyId: string | null; familyName: string; residentName: string; reason: NotPrinted }[];
  /** Residents without family, who may have theirs on paper. */
  own: { id: string; name: string }[];
}

/** Letters laid out for print; records that addresses were read. @throws AppError 404 */
export async function readPrintRun(
  rt: Runtime,
  actor: Actor,
  month: YearMonth,
  { familyId, residentId = null }: Pick<PrintQuery, 'familyId'> & { residentId?: string | null },
): Promise<PrintRun> {
  const yearMonth = requireMonth(rt, String(month));
  const today = civilDateOf(rt.clock.now());
  const letters: PrintLetter[] = [];
  const left: PrintRun['left'] = [];
  const own = await readWithoutFamily(rt, actor);
  if (residentId !== null) {
    const found = own.find(({ id }) => id === residentId);
    if (!found) throw notFound();
    const letter = await readOwn(rt, actor, yearMonth, found);
    if ('reason' in letter) left.push(letter);
    else letters.push(letter);
  }
  for (const entry of residentId === null ? await chooseEntries(rt, actor, familyId) : []) {
    // Laying a letter out takes a while: everybody else is answered between two.
    await setImmediate();
    const of = await readResidentLetter(rt, actor, yearMonth, entry.resident.id);
    const reason = whyNot(entry, of, yearMonth, familyId !== null);
    if (reason === null && of?.letter) letters.push(toLetter(entry, of.letter, today));
    else left.push({ ...whoOf(entry), reason: reason ?? 'noLetter' });
  }
  if (letters.length > 0) {
    await noteAct(rt, actor, { action: 'export.printed', detail: yearMonth });
  }
  return {
    yearMonth,
    isDelivered: isDelivered(yearMonth, today),
    host: await readHostSender(rt.db, actor.host.id),
    letters,
    left,
    own,
  };
}

const readWithoutFamily = async (rt: Runtime, actor: Actor): Promise<PrintRun['own']> =>
  (await readResidents(rt, actor))
    .filter((resident) => resident.hasNoFamily && isResident(resident))
    .map(({ id, name }) => ({ id, name }));

/** The letter of a resident without family, to be given to the person. */
async function readOwn(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  { id, name }: PrintRun['own'][number],
): Promise<PrintLetter | PrintRun['left'][number]> {
  const of = await readResidentLetter(rt, actor, yearMonth, id);
  const who = { familyId: null, familyName: name, residentName: name };
  if (!of?.letter?.isOut) return { ...who, reason: 'noLetter' };
  if (of.letter.isSkipped) return { ...who, reason: 'skipped' };
  const pages = letterPages(of.letter, name, civilDateOf(rt.clock.now()));
  return { ...who, address: null, url: null, isLast: of.letter.isLast, pages };
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
  if (of.letter.isSkipped) return 'skipped';
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
  today: CivilDate,
): PrintLetter => ({
  ...whoOf(entry),
  address: isAddressed(entry) ? windowAddress(entry.family) : null,
  url: entry.family.lettersUrl,
  isLast: letter.isLast,
  pages: letterPages(letter, entry.resident.name, today),
});
