import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { invalid, notFound } from '#lib/errors.ts';
import { sortByName } from '#lib/kana.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { PREVIEW } from '#features/photo/photo.ts';
import type { Actor } from '#features/session/session.ts';
import { toConsent, whyNoPhotos } from './consent.ts';
import type { ResidentShort } from './resident.ts';
import { findResident, hidePhotosWithoutConsent, listResidents } from './resident.repository.ts';

/** Current residents for a picker, in あいうえお order. */
export async function chooseResidents(
  rt: Runtime,
  actor: Actor,
  yearMonth?: YearMonth,
): Promise<ResidentShort[]> {
  const today = civilDateOf(rt.clock.now());
  const rows = await listResidents(rt.db, actor.host.id, today, yearMonth);
  return sortByName(rows.map(toShort), (resident) => resident);
}

export const toShort = (row: Awaited<ReturnType<typeof listResidents>>[number]): ResidentShort => ({
  id: row.id,
  name: row.name,
  nameKana: row.name_kana,
  room: row.room || null,
  portraitUrl: row.portrait_blob_id && paths.staffPhoto(row.portrait_blob_id, PREVIEW),
  itemsCount: Number(row.items_count),
  photoConsent: toConsent(row.photo_consent),
});

/** Also of a resident who left; null for an unknown one. */
export async function readResidentName(
  rt: Runtime,
  actor: Actor,
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
): Promise<{ name: string; leftOn: CivilDate | null } | null> {
  const row = await findResident(db, host.id, id);
  return row ? { name: row.name, leftOn: row.left_on } : null;
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
