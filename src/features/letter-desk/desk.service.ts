import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { PREVIEW } from '#features/photo/photo.ts';
import type { Actor } from '#features/session/session.ts';
import type { AdminLetter } from './admin-letter.ts';
import { findCoverCandidate, listSharedCovers } from './admin-letter.repository.ts';
import { readAdminLetter, readAdminLetters } from './admin-letter.service.ts';
import type { MonthLetter } from './month-letters.ts';
import { readMonthLetters } from './month-letters.service.ts';

/** More would not make the choice easier. */
const MAX_COVERS = 60;

export interface CoverOption {
  id: string;
  src: string;
  width: number;
  height: number;
  caption: string;
  takenOn: string;
}

interface LetterDesk {
  letter: AdminLetter;
  covers: CoverOption[];
  residents: MonthLetter[];
}

/** Newest first, including the current month before its first photo. */
export async function readLetterList(rt: Runtime, actor: Actor): Promise<AdminLetter[]> {
  const current = yearMonthOf(civilDateOf(rt.clock.now()));
  const letters = (await readAdminLetters(rt, actor)).reverse();
  if (letters[0]?.yearMonth === current) return letters;
  return [await readAdminLetter(rt, actor, current), ...letters];
}

export async function readLetterDesk(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<LetterDesk> {
  const letter = await readAdminLetter(rt, actor, yearMonth);
  return {
    letter,
    covers: await readCovers(rt, actor, letter),
    residents: await readMonthLetters(rt, actor, yearMonth),
  };
}

async function readCovers(
  rt: Runtime,
  { host }: Actor,
  { yearMonth, coverItemId }: AdminLetter,
): Promise<CoverOption[]> {
  const rows = await listSharedCovers(rt.db, host.id, yearMonth, MAX_COVERS);
  const isListed = coverItemId === null || rows.some(({ id }) => id === coverItemId);
  const chosen = isListed
    ? undefined
    : await findCoverCandidate(rt.db, host.id, yearMonth, coverItemId);
  return [...(chosen ? [chosen] : []), ...rows].map((row) => ({
    id: row.id,
    src: paths.staffPhoto(row.blob_id, PREVIEW),
    width: row.width ?? 1,
    height: row.height ?? 1,
    caption: row.caption,
    takenOn: row.taken_on,
  }));
}
