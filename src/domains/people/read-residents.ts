import type { Actor, OfHost } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { requireResidentRoom } from '#domains/facility/resident-room.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { invalid, notFound, orMissing } from '#lib/errors.ts';
import { formatYearMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import { sortByName } from '#lib/kana.ts';
import { paths } from '#lib/paths.ts';
import { PREVIEW } from '#lib/picture-recipe.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId, randomToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import { deathChange, isHere, requireGoodDays } from './life-days.ts';
import { answerAsked } from './consent-records/consent-record.ts';
import { recordFirstConsents } from './consent-records/record-consent.ts';
import { toColumns, toConsent, toExtent, whyNoPhotos } from './consent.ts';
import { isResident, lastMonthOf, lifeStateOf } from './life.ts';
import { acceptPortrait, claimPortrait } from './portrait.ts';
import { factColumns, toldFacts } from './resident-facts.ts';
import type { CountedResident, NewResidentRow } from './resident-rows.ts';
import {
  findCountedResident,
  findResident,
  hidePhotosWithoutConsent,
  insertResidents,
  listCountedResidents,
  listResidents,
} from './resident-rows.ts';
import type { CreateResidentInput, ResidentCard, ResidentLong, ResidentShort } from './resident.ts';
import type { Stay } from './stay.ts';

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

const toShort = (
  row: Omit<Awaited<ReturnType<typeof listResidents>>[number], 'held_back'>,
  today: CivilDate,
): Omit<ResidentShort, 'heldBack'> => ({
  id: row.id,
  name: row.name,
  nameKana: row.name_kana,
  room: row.room || null,
  portraitUrl: row.portrait_blob_id && paths.staffPhoto(row.portrait_blob_id, PREVIEW),
  itemsCount: Number(row.items_count),
  photoConsent: toConsent(row),
  photoConsentExtent: toExtent(row),
  ownWish: row.own_wish,
  hasNoFamily: Boolean(row.has_nobody),
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
  return whyNoPhotos(row.name, toConsent(row));
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
  const text = `${sama(row.name)}のお便りは${formatYearMonth(last)}号までのため、それより後の日の写真は追加できません。`;
  throw invalid(text, { takenOn: [text] });
}

export async function readResidentCards(rt: Runtime, actor: OfHost): Promise<ResidentCard[]> {
  const cards = (await listCountedResidents(rt.db, actor.host.id)).map((row) => toCard(rt, row));
  return sortByName(cards, ({ resident }) => resident);
}

/** @throws AppError 404 */
export async function readResidentCard(
  rt: Runtime,
  actor: Actor,
  id: string,
): Promise<ResidentCard> {
  const row = orMissing(await findCountedResident(rt.db, actor.host.id, id));
  return toCard(rt, row);
}

/** For the API (contract.md#residents-and-families). */
export const readResidents = async (rt: Runtime, actor: OfHost): Promise<ResidentLong[]> =>
  (await readResidentCards(rt, actor)).map(({ resident }) => resident);

/** @throws AppError 422 naming the field, or beyond the plan's limit */
export async function createResident(
  rt: Runtime,
  actor: Actor,
  input: CreateResidentInput,
): Promise<ResidentLong> {
  requireGoodDays(rt, input);
  const portrait = await acceptPortrait(rt, actor, input.portrait, null);
  const row = toNewRow(rt, actor, input);
  await inTransaction(rt, async (tx) => {
    await insertResidents(tx.db, [{ ...row, portrait_blob_id: portrait?.blobId ?? null }]);
    if (isHere(tx, row)) await requireResidentRoom(tx, actor.host.id);
    if (portrait) await claimPortrait(tx, actor, portrait, null);
    const { id } = row;
    await noteAct(tx, actor, { action: 'resident.added', target: id, residentId: id });
    await recordFirstConsents(tx, actor, [row]);
  });
  return (await readResidentCard(rt, actor, row.id)).resident;
}

type NewRow = { id: string } & ReturnType<typeof toColumns>;

export const toNewRow = (
  rt: Pick<Runtime, 'clock'>,
  actor: Actor,
  input: CreateResidentInput,
): NewResidentRow & NewRow => ({
  id: newId(),
  host_id: actor.host.id,
  ...factColumns(input),
  ...toColumns(answerAsked(null, input) ?? null),
  away_since: input.awaySince,
  left_on: input.leftOn,
  ...deathChange(rt, null, input.diedOn),
  portrait_blob_id: null,
  token: randomToken(),
  created_at: rt.clock.now().toISOString(),
});

const toCard = (rt: Pick<Runtime, 'clock'>, row: CountedResident): ResidentCard => ({
  resident: {
    ...toShort(row, civilDateOf(rt.clock.now())),
    ...toldFacts(row),
    awaySince: row.away_since,
    leftOn: row.left_on,
    diedOn: row.died_on,
    familiesCount: Number(row.families_count),
    residentToken: row.token,
    createdAt: row.created_at,
  },
  isUndecided: row.picture_in_question !== null,
});
