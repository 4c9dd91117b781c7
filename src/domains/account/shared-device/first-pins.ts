import { randomInt } from 'node:crypto';
import { hashPassword, placeOfHost } from '#domains/account/password/password.ts';
import { deletePinSessions } from '#domains/account/session/session-rows.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { addDays, civilDateOf, startOfDay } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { listStaffIds } from './device-rows.ts';
import { FIRST_PIN_DAYS, MOST_FIRST_PINS, PIN_LENGTH, isTrivialPin } from './pin.ts';
import { deletePinTriesOf, keyedPin, upsertPin } from './manage-pins.ts';
import type { FirstPin, FirstPins } from './shared-device.ts';

/**
 * A PIN for the first use on a shared device, where the carer replaces it. It is shown once; an
 * earlier PIN, its sessions and its locks end.
 * @throws AppError 404, 503
 */
export async function issueFirstPin(rt: Runtime, actor: Actor, id: string): Promise<FirstPin> {
  const hostId = actor.host.id;
  await requireColleague(rt.db, hostId, id);
  const { pin, hash } = await makePin(rt, hostId, id);
  return inTransaction(rt, async (tx) => {
    await requireColleague(tx.db, hostId, id);
    return { pin, expiresAt: await putFirstPin(tx, actor, id, hash) };
  });
}

/**
 * First PINs for all who have none, to be printed and cut (domain.md#shared-devices).
 * @param again also for those whose first PIN waits; it ends
 * @returns shown once; `left` are for the next sheets
 * @throws AppError 503
 */
export async function issueFirstPins(
  rt: Runtime,
  actor: Actor,
  { again }: { again: boolean },
): Promise<FirstPins> {
  const hostId = actor.host.id;
  const wanted = await listAwaitingPin(rt, hostId, again);
  const made: { id: string; name: string; pin: string; hash: string }[] = [];
  for (const person of wanted.slice(0, MOST_FIRST_PINS)) {
    made.push({ ...person, ...(await makePin(rt, hostId, person.id)) });
  }
  return inTransaction(rt, async (tx) => {
    // Making them takes a while: someone may have chosen a PIN meanwhile.
    const awaiting = new Set((await listAwaitingPin(tx, hostId, again)).map(({ id }) => id));
    const pins: FirstPins['pins'] = [];
    for (const { id, name, pin, hash } of made.filter((one) => awaiting.has(one.id))) {
      pins.push({ id, name, pin, expiresAt: await putFirstPin(tx, actor, id, hash) });
    }
    return { pins, left: wanted.length - made.length };
  });
}

/** Whom a sheet of first PINs is for. */
export async function countAwaitingPin(rt: Runtime, { host }: Actor) {
  const none = await listAwaitingPin(rt, host.id, false);
  const all = await listAwaitingPin(rt, host.id, true);
  return { none: none.length, first: all.length - none.length };
}

type Reading = Pick<Runtime, 'db' | 'clock'>;

async function listAwaitingPin(
  { db, clock }: Reading,
  hostId: string,
  again: boolean,
): Promise<{ id: string; name: string }[]> {
  const now = clock.now().toISOString();
  const rows = await listPeopleWithPins(db, hostId);
  return rows
    .filter(({ is_first, expires_at }) => {
      if (is_first === null) return true;
      return isOn(is_first) && (again || (expires_at ?? '') <= now);
    })
    .map(({ id, name }) => ({ id, name }));
}

async function makePin(rt: Runtime, hostId: string, id: string) {
  const pin = randomPin();
  const hash = await hashPassword(placeOfHost(hostId), keyedPin(rt.secrets, id, pin));
  return { pin, hash };
}

/** @returns when it expires */
async function putFirstPin(tx: Reading, actor: Actor, id: string, hash: string): Promise<string> {
  const hostId = actor.host.id;
  const now = tx.clock.now();
  // At midnight: nobody reads an hour on a card.
  const expiresAt = startOfDay(addDays(civilDateOf(now), FIRST_PIN_DAYS + 1)).toISOString();
  const created_at = now.toISOString();
  const row = { staff_id: id, host_id: hostId, hash, is_first: 1 as const, created_at };
  await upsertPin(tx.db, { ...row, expires_at: expiresAt });
  await deletePinTriesOf(tx.db, id);
  await deletePinSessions(tx.db, { hostId, staffId: id });
  await noteAct(tx, actor, { action: 'staff.pin_issued', target: id });
  return expiresAt;
}

async function requireColleague(db: Db, hostId: string, id: string): Promise<void> {
  if (!(await listStaffIds(db, hostId)).has(id)) throw notFound();
}

function randomPin(): string {
  const pin = String(randomInt(10 ** PIN_LENGTH)).padStart(PIN_LENGTH, '0');
  return isTrivialPin(pin) ? randomPin() : pin;
}

/** Without a PIN `is_first` is null. */
const listPeopleWithPins = (db: Db, hostId: string) =>
  db
    .selectFrom('staffs')
    .leftJoin('pins', 'pins.staff_id', 'staffs.id')
    .select(['staffs.id', 'staffs.name', 'pins.is_first', 'pins.expires_at'])
    .where('staffs.host_id', '=', hostId)
    .where('staffs.confirmed_at', 'is not', null)
    .orderBy('staffs.name_kana')
    .orderBy('staffs.created_at')
    .execute();
