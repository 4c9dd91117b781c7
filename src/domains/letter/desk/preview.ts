import type { Actor } from '#domains/account/session/session.ts';
import type { FamilyLetter } from '#domains/letter/read-letters.ts';
import { letterItem, readLetter } from '#domains/letter/read-letters.ts';
import type { LetterViewer } from '#domains/letter/link.ts';
import { viewersOf } from '#domains/letter/who-sees-what.ts';
import { isResident } from '#domains/people/life.ts';
import { toViewer } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import { isOn } from '#lib/flags.ts';
import type { Runtime } from '#server/runtime.ts';
import { alikeAmong } from './check-together.ts';
import type { MonthLetter } from './month-letters.ts';
import { readMonthLetters } from './read-month.ts';

interface Preview {
  residents: MonthLetter[];
  resident: { id: string; name: string } | null;
  host: { hostName: string; hostPhone: string };
  letter: FamilyLetter | null;
  /** Letters that differ from this one in the name only, and this one; else none. */
  alike: MonthLetter[];
}

/**
 * A family's letter with staff's photo URLs, as it will be when complete.
 * @param residentId defaults to the first resident
 * @throws AppError 404
 */
export async function readPreview(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string | null,
): Promise<Preview> {
  const residents = await readMonthLetters(rt, actor, yearMonth);
  const id = residentId ?? firstOf(residents)?.id;
  const of = id === undefined ? null : await readResidentLetter(rt, actor, yearMonth, id);
  if (!of && residentId !== null) throw notFound();
  const host = { hostName: actor.host.name, hostPhone: of?.viewer.hostPhone ?? '' };
  if (!of) return { residents, resident: null, host, letter: null, alike: [] };
  const alike = await alikeAmong(rt, actor.host.id, yearMonth, residents);
  const resident = { id: of.viewer.residentId, name: of.viewer.residentName };
  const isOne = alike.some((one) => one.id === resident.id);
  return { residents, resident, host, letter: of.letter, alike: isOne ? alike : [] };
}

/** Someone who lives here, with photos if possible. */
function firstOf(residents: readonly MonthLetter[]): MonthLetter | undefined {
  const living = residents.filter(isResident);
  return living.find(({ itemsCount }) => itemsCount > 0) ?? living[0] ?? residents[0];
}

/** @returns null in another facility */
export async function readResidentLetter(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
) {
  const viewers = viewersOf(rt.db, actor.host.id);
  const row = await viewers.where('residents.id', '=', residentId).executeTakeFirst();
  if (!row) return null;
  const viewer = {
    ...toViewer(row),
    earlyLook: isOn(row.earlyLook),
    seesFinished: true,
  } as const satisfies LetterViewer;
  const toPhoto = letterItem(viewer, (blobId) => (file) => paths.staffPhoto(blobId, file));
  return { viewer, letter: await readLetter(rt, viewer, yearMonth, toPhoto) };
}

export type ResidentLetter = NonNullable<Awaited<ReturnType<typeof readResidentLetter>>>;
