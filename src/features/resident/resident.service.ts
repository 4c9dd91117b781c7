import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { invalid, notFound } from '#lib/errors.ts';
import { formatYearMonth } from '#lib/format-ja.ts';
import { sortByName } from '#lib/kana.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { PREVIEW } from '#features/photo/photo.ts';
import type { Stay } from '#features/letter/visibility.ts';
import type { Actor, OfHost } from '#features/session/session.ts';
import { toConsent, whyNoPhotos } from './consent.ts';
import { isResident, lastMonthOf, lifeStateOf } from './life.ts';
import type { ResidentShort } from './resident.ts';
import { findResident, hidePhotosWithoutConsent, listResidents } from './resident.repository.ts';

/**
 * Residents for a picker of that month, by default the current one, in あいうえお order. Those who
 * left or died come last, up to the month of it (domain.md#states-of-life).
 */
export async function chooseResidents(
  rt: Runtime,
  actor: Actor,
  yearMonth?: YearMonth,
): Promise<ResidentShort[]> {
  const today = civilDateOf(rt.clock.now());
  const rows = await listResidents(rt.db, actor.host.id, yearMonthOf(today), yearMonth);
  const residents = sortByName(
    rows.map((row) => ({ ...toShort(row, today), heldBack: row.held_back !== null })),
    (resident) => resident,
  );
  return [
    ...residents.filter(isResident),
    ...residents.filter((resident) => !isResident(resident)),
  ];
}

export const toShort = (
  row: Omit<Awaited<ReturnType<typeof listResidents>>[number], 'held_back'>,
  today: CivilDate,
): Omit<ResidentShort, 'heldBack'> => ({
  id: row.id,
  name: row.name,
  nameKana: row.name_kana,
  room: row.room || null,
  portraitUrl: row.portrait_blob_id && paths.staffPhoto(row.portrait_blob_id, PREVIEW),
  itemsCount: Number(row.items_count),
  photoConsent: toConsent(row.photo_consent),
  state: lifeStateOf(
    { awaySince: row.away_since, leftOn: row.left_on, diedOn: row.died_on },
    today,
  ),
});

/** Also of a resident who left; null for an unknown one. */
export async function readResidentName(
  rt: Runtime,
  actor: OfHost,
  id: string,
): Promise<{ id: string; name: string } | null> {
  const row = await findResident(rt.db, actor.host.id, id);
  return row ? { id: row.id, name: row.name } : null;
}

/** Name and last day of a resident, also of one who left; null for an unknown one. */
export async function readResidentStay(
  db: Db,
  { host }: Pick<Actor, 'host'>,
  id: string,
): Promise<(Stay & { name: string }) | null> {
  const row = await findResident(db, host.id, id);
  if (!row) return null;
  const { name, left_on: leftOn, letters_end: lettersEnd, last_letter: lastLetter } = row;
  return { name, leftOn, lettersEnd, lastLetter };
}

/** Without consent, hides all the resident's photos until an admin decides (domain.md#consent). */
export const askAboutPhotosAgain = (tx: Db, hostId: string, residentId: string) =>
  hidePhotosWithoutConsent(tx, hostId, residentId);

/** null: facility-wide. @throws AppError 404; 422 without consent (domain.md#consent) */
export async function requirePlace(
  rt: Runtime,
  actor: Actor,
  residentId: string | null,
): Promise<void> {
  const text = await readRefusal(rt, actor, residentId);
  if (text !== null) throw invalid(text, { residentId: [text] });
}

/** Why a place takes no photos. @throws AppError 404 unknown resident */
export async function readRefusal(
  rt: Runtime,
  actor: Actor,
  residentId: string | null,
): Promise<string | null> {
  if (residentId === null) return null;
  const row = await findResident(rt.db, actor.host.id, residentId);
  if (!row) throw notFound('入居者が見つかりませんでした。');
  return whyNoPhotos(row.name, toConsent(row.photo_consent));
}

/**
 * After leaving or a death, earlier months can still be completed: a later photo would be in no
 * letter (domain.md#states-of-life). @throws AppError 422
 */
export async function requireStay(
  rt: Runtime,
  actor: Actor,
  residentId: string | null,
  takenOn: CivilDate,
): Promise<void> {
  if (residentId === null) return;
  const row = await findResident(rt.db, actor.host.id, residentId);
  const last = row && lastMonthOf({ leftOn: row.left_on, lettersEnd: row.letters_end });
  if (!last || yearMonthOf(takenOn) <= last) return;
  const text = `${row.name}様のお便りは${formatYearMonth(last)}号までのため、それより後の日の写真は追加できません。`;
  throw invalid(text, { takenOn: [text] });
}
