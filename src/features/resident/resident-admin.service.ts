import { civilDateOf } from '#lib/calendar.ts';
import { invalid, notFound } from '#lib/errors.ts';
import { sortByName } from '#lib/kana.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { newId, randomToken } from '#server/secrets.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import type { Actor, OfHost } from '#features/session/session.ts';
import { toFlag } from './consent.ts';
import { acceptPortrait, claimPortrait } from './portrait.service.ts';
import type { CountedResident, NewResidentRow, ResidentChange } from './resident.repository.ts';
import {
  findCountedResident,
  insertResidents,
  listCountedResidents,
} from './resident.repository.ts';
import type { CreateResidentInput, Days, ResidentCard, ResidentLong } from './resident.ts';
import { findDayProblems } from './resident.ts';
import { deathChange } from './states.service.ts';
import { toShort } from './resident.service.ts';
import { requireResidentRoom } from './room.service.ts';

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
  const row = await findCountedResident(rt.db, actor.host.id, id);
  if (!row) throw notFound();
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
  });
  return (await readResidentCard(rt, actor, row.id)).resident;
}

export const toNewRow = (
  rt: Pick<Runtime, 'clock'>,
  actor: Actor,
  input: CreateResidentInput,
): NewResidentRow & { id: string } => ({
  id: newId(),
  host_id: actor.host.id,
  name: input.name,
  name_kana: input.nameKana,
  room: input.room,
  birthday: input.birthday,
  photo_consent: toFlag(input.photoConsent),
  away_since: input.awaySince,
  left_on: input.leftOn,
  ...deathChange(rt, null, input.diedOn),
  portrait_blob_id: null,
  token: randomToken(),
  created_at: rt.clock.now().toISOString(),
});

/** Residents who left or died do not count. */
export const isHere = (
  { clock }: Pick<Runtime, 'clock'>,
  { left_on: leftOn, died_on: diedOn }: Partial<Pick<ResidentChange, 'left_on' | 'died_on'>>,
): boolean => !diedOn && (!leftOn || leftOn > civilDateOf(clock.now()));

/** @param changed the days to blame. @throws AppError 422 naming the field */
export function requireGoodDays(
  { clock }: Pick<Runtime, 'clock'>,
  days: Days,
  changed: Days = days,
): void {
  const problems = findDayProblems(days, civilDateOf(clock.now()));
  const errors = Object.fromEntries(
    Object.entries(problems).filter(([name]) => changed[name as keyof Days] !== undefined),
  );
  const [first] = Object.values(errors).flat();
  if (first !== undefined) throw invalid(first, errors);
}

const toCard = (rt: Pick<Runtime, 'clock'>, row: CountedResident): ResidentCard => ({
  resident: {
    ...toShort(row, civilDateOf(rt.clock.now())),
    birthday: row.birthday,
    awaySince: row.away_since,
    leftOn: row.left_on,
    diedOn: row.died_on,
    familiesCount: Number(row.families_count),
    residentToken: row.token,
    createdAt: row.created_at,
  },
  isUndecided: row.picture_in_question !== null,
});
