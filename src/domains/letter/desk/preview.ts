import type { Actor } from '#domains/account/session/session.ts';
import type { FamilyLetter } from '#domains/letter/read-letters.ts';
import { letterItem, readLetter } from '#domains/letter/read-letters.ts';
import type { LetterViewer } from '#domains/letter/link.ts';
import { VIEWER_COLUMNS } from '#domains/letter/who-sees-what.ts';
import { isResident } from '#domains/people/life.ts';
import { toViewer } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
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
  const host = { hostName: actor.host.name, hostPhone: of?.hostPhone ?? '' };
  if (!of) return { residents, resident: null, host, letter: null, alike: [] };
  const alike = await alikeAmong(rt, actor.host.id, yearMonth, residents);
  const isOne = alike.some((one) => one.id === of.resident.id);
  return { residents, resident: of.resident, host, letter: of.letter, alike: isOne ? alike : [] };
}

/** Someone who lives here, with photos if possible. */
function firstOf(residents: readonly MonthLetter[]): MonthLetter | undefined {
  const living = residents.filter(isResident);
  return living.find(({ itemsCount }) => itemsCount > 0) ?? living[0] ?? residents[0];
}

export interface ResidentLetter {
  resident: { id: string; name: string };
  viewer: LetterViewer & { awaySince: string | null };
  hostPhone: string;
  letter: FamilyLetter | null;
}

export async function readResidentLetter(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
): Promise<ResidentLetter | null> {
  const row = await findPreviewReader(rt.db, actor.host.id, residentId);
  if (!row) return null;
  const viewer = {
    ...toViewer(row),
    earlyLook: isOn(row.earlyLook),
    seesFinished: true,
  } as const satisfies LetterViewer;
  const toPhoto = letterItem(viewer, (blobId) => (file) => paths.staffPhoto(blobId, file));
  const letter = await readLetter(rt, viewer, yearMonth, toPhoto);
  return {
    resident: { id: row.residentId, name: row.residentName },
    viewer,
    hostPhone: row.hostPhone,
    letter,
  };
}

/** Whose letter an admin previews. */
const findPreviewReader = (db: Db, hostId: string, residentId: string) =>
  db
    .selectFrom('residents')
    .innerJoin('hosts', 'hosts.id', 'residents.host_id')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'residents.host_id')
    .select(VIEWER_COLUMNS)
    .where((eb) => eb.and({ 'residents.host_id': hostId, 'residents.id': residentId }))
    .executeTakeFirst();
