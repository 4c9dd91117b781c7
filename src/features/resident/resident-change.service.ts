import type { ResidentRow } from '#db/schema.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { randomToken } from '#server/secrets.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { renewLinksOfResident } from '#features/family/renew-links.service.ts';
import { releaseBlob, removeReleased } from '#features/photo/photo.service.ts';
import type { Actor } from '#features/session/session.ts';
import { toFlag } from './consent.ts';
import type { Portrait } from './portrait.service.ts';
import { acceptPortrait, claimPortrait } from './portrait.service.ts';
import { isHere, readResidentCard, requireGoodDays } from './resident-admin.service.ts';
import type { ResidentChange } from './resident.repository.ts';
import { findResident, updateResidentRow } from './resident.repository.ts';
import type { ResidentLong, UpdateResidentInput } from './resident.ts';
import { requireResidentRoom } from './room.service.ts';
import { changeState, deathChange, isOtherState } from './states.service.ts';

/** Changes the given fields; a renewed link revokes the old one. @throws AppError 404, 422 */
export async function updateResident(
  rt: Runtime,
  actor: Actor,
  id: string,
  input: UpdateResidentInput,
): Promise<ResidentLong> {
  const { portrait_blob_id: current } = await requireResident(rt.db, actor, id);
  const portrait = await acceptPortrait(rt, actor, input.portrait, current);
  const released = await inTransaction(rt, async (tx) => {
    const row = await requireResident(tx.db, actor, id);
    requireGoodDays(tx, { ...daysOf(row), ...given(input) }, input);
    const change = toChange(tx, row, input, portrait);
    if (Object.keys(change).length > 0) await updateResidentRow(tx.db, row, change);
    if (isHere(tx, { ...row, ...change }) && !isHere(tx, row)) {
      await requireResidentRoom(tx, actor.host.id);
    }
    if (portrait) await claimPortrait(tx, actor, portrait, row.portrait_blob_id);
    await noteChanges(tx, actor, row, change);
    if (change.token !== undefined) await renewLinksOfResident(tx, actor, row);
    if (isOtherState(row, change)) await changeState(tx, actor, row, change);
    return releaseOldPortrait(tx.db, row, portrait);
  });
  if (released !== null) await removeReleased(rt, released);
  return (await readResidentCard(rt, actor, id)).resident;
}

async function requireResident(db: Db, actor: Actor, id: string): Promise<ResidentRow> {
  const row = await findResident(db, actor.host.id, id);
  if (!row) throw notFound();
  return row;
}

const daysOf = (row: ResidentRow) => ({
  birthday: row.birthday,
  awaySince: row.away_since,
  leftOn: row.left_on,
  diedOn: row.died_on,
});

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

const toChange = (
  tx: Tx,
  row: ResidentRow,
  input: UpdateResidentInput,
  portrait: Portrait | null | undefined,
): ResidentChange => ({
  ...given({
    name: input.name,
    name_kana: input.nameKana,
    room: input.room,
    birthday: input.birthday,
    away_since: input.awaySince,
    left_on: input.leftOn,
    portrait_blob_id: portrait === null ? null : portrait?.blobId,
  }),
  ...deathChange(tx, row.died_on, input.diedOn),
  ...(input.rotateToken && { token: randomToken() }),
  ...(input.photoConsent !== undefined && toAnswer(row, toFlag(input.photoConsent))),
});

/** Anything but a yes hides the photos until an admin decides about each (domain.md#consent). */
function toAnswer(
  { photo_consent: before, photos_hidden }: ResidentRow,
  after: ResidentRow['photo_consent'],
): ResidentChange {
  if (after === 1) return { photo_consent: 1, photos_hidden: 0 };
  const asksAgain = after !== before && (before === 1 || after === 0);
  return { photo_consent: after, photos_hidden: asksAgain ? 1 : photos_hidden };
}

const ANSWERS = { 1: 'given', 0: 'withdrawn' } as const;

/** Fields that `resident.changed` lists. */
const NAMED = ['name', 'name_kana', 'room', 'birthday', 'portrait_blob_id'] as const;

async function noteChanges(
  tx: Tx,
  actor: Actor,
  row: ResidentRow,
  change: ResidentChange,
): Promise<void> {
  const { id } = row;
  const fields = NAMED.filter((name) => change[name] !== undefined && change[name] !== row[name]);
  if (fields.length > 0) {
    const detail = fields.join(' ');
    await noteAct(tx, actor, {
      action: 'resident.changed',
      target: id,
      residentId: id,
      detail,
    });
  }
  if (change.token !== undefined) {
    await noteAct(tx, actor, { action: 'resident.token_rotated', target: id, residentId: id });
  }
  const { photo_consent: consent = row.photo_consent } = change;
  if (consent !== row.photo_consent) {
    const target = `${id} ${consent === null ? 'unknown' : ANSWERS[consent]}`;
    await noteAct(tx, actor, { action: 'resident.consent_changed', target, residentId: id });
  }
}

/** @returns the blob to delete after the commit */
async function releaseOldPortrait(
  tx: Db,
  { host_id: hostId, portrait_blob_id: old }: ResidentRow,
  portrait: Portrait | null | undefined,
): Promise<string | null> {
  if (old === null || portrait === undefined || portrait?.blobId === old) return null;
  await releaseBlob(tx, hostId, old);
  return old;
}
