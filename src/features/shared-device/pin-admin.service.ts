import { DAY_MS } from '#lib/durations.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { endPinSessions } from '#features/session/own-sessions.service.ts';
import { hashPassword, placeOfHost } from '#features/session/password.server.ts';
import type { Actor } from '#features/session/session.ts';
import { keyedPin, randomPin } from './pin-secret.server.ts';
import { deletePin, deletePinTriesOf, listPins, upsertPin } from './pin.repository.ts';
import { FIRST_PIN_DAYS } from './pin.ts';
import { listStaffIds } from './shared-device.repository.ts';
import type { FirstPin } from './shared-device.ts';

/**
 * A PIN for the first use on a shared device, where the carer replaces it. It is shown once; an
 * earlier PIN, its sessions and its locks end.
 * @throws AppError 404, 503
 */
export async function issueFirstPin(rt: Runtime, actor: Actor, id: string): Promise<FirstPin> {
  const hostId = actor.host.id;
  await requireColleague(rt.db, hostId, id);
  const pin = randomPin();
  const hash = await hashPassword(placeOfHost(hostId), keyedPin(rt.secrets, id, pin));
  return inTransaction(rt, async (tx) => {
    await requireColleague(tx.db, hostId, id);
    const now = tx.clock.now();
    const expiresAt = new Date(now.getTime() + FIRST_PIN_DAYS * DAY_MS).toISOString();
    const created_at = now.toISOString();
    const row = { staff_id: id, host_id: hostId, hash, is_first: 1 as const, created_at };
    await upsertPin(tx.db, { ...row, expires_at: expiresAt });
    await deletePinTriesOf(tx.db, id);
    await endPinSessions(tx.db, { hostId, staffId: id });
    await noteAct(tx, actor, { action: 'staff.pin_issued', target: id });
    return { pin, expiresAt };
  });
}

async function requireColleague(db: Db, hostId: string, id: string): Promise<void> {
  if (!(await listStaffIds(db, hostId)).has(id)) throw notFound();
}

/** Ends a person's PIN and its sessions. @throws AppError 404 */
export const removePin = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    if (!(await deletePin(tx.db, hostId, id))) throw notFound();
    await deletePinTriesOf(tx.db, id);
    await endPinSessions(tx.db, { hostId, staffId: id });
    await noteAct(tx, actor, { action: 'staff.pin_removed', target: id });
  });

/** By staff id; an expired first PIN counts as none. */
export async function readPinStates(
  rt: Runtime,
  { host }: Actor,
): Promise<ReadonlyMap<string, 'first' | 'ready'>> {
  const now = rt.clock.now().toISOString();
  const rows = await listPins(rt.db, host.id);
  const living = rows.filter(({ expires_at }) => expires_at === null || expires_at > now);
  return new Map(living.map((row) => [row.staff_id, row.is_first === 1 ? 'first' : 'ready']));
}
