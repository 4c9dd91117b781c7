import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { deletePinSessions } from '#domains/account/session/session-rows.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { notFound } from '#lib/errors.ts';
import type { Flag } from '#lib/flags.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Secrets } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';

/** Ends a person's PIN and its sessions. @throws AppError 404 */
export const removePin = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    if (!(await deletePin(tx.db, hostId, id))) throw notFound();
    await deletePinTriesOf(tx.db, id);
    await deletePinSessions(tx.db, { hostId, staffId: id });
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
  return new Map(living.map((row) => [row.staff_id, isOn(row.is_first) ? 'first' : 'ready']));
}

/**
 * What is hashed in place of a PIN: keyed, since a million PINs are soon tried against a stolen
 * database.
 */
export const keyedPin = (secrets: Secrets, staffId: string, pin: string): string =>
  secrets.sign('pin', staffId, pin);

interface Device {
  id: string;
  host_id: string;
  is_for_all: Flag;
}

/** Who may use the device, with their PIN and wrong tries. */
const allowed = (db: Db, { id, host_id, is_for_all }: Device) =>
  db
    .selectFrom('staffs')
    .leftJoin('pins', 'pins.staff_id', 'staffs.id')
    .leftJoin('pin_tries', (join) =>
      join.onRef('pin_tries.staff_id', '=', 'staffs.id').on('pin_tries.device_id', '=', id),
    )
    .select(['staffs.id', 'staffs.name', 'pins.hash', 'pins.is_first', 'pins.expires_at'])
    .select('pin_tries.count')
    .where('staffs.host_id', '=', host_id)
    .where('staffs.confirmed_at', 'is not', null)
    .$if(!isOn(is_for_all), (query) =>
      query.where('staffs.id', 'in', ({ selectFrom }) =>
        selectFrom('shared_device_people')
          .select('shared_device_people.staff_id')
          .where('shared_device_people.device_id', '=', id),
      ),
    );

export const listAllowed = (db: Db, device: Device) =>
  allowed(db, device).orderBy('staffs.name_kana').orderBy('staffs.created_at').execute();

export const findAllowed = (db: Db, device: Device, staffId: string) =>
  allowed(db, device).where('staffs.id', '=', staffId).executeTakeFirst();

export type AllowedRow = Awaited<ReturnType<typeof listAllowed>>[number];

export const upsertPin = (db: Db, row: Insertable<Database['pins']>) =>
  db
    .insertInto('pins')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('staff_id').doUpdateSet((eb) => ({
        hash: eb.ref('excluded.hash'),
        is_first: eb.ref('excluded.is_first'),
        expires_at: eb.ref('excluded.expires_at'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();

/** @returns whether there was one */
async function deletePin(db: Db, hostId: string, staffId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pins')
    .where((eb) => eb.and({ host_id: hostId, staff_id: staffId }))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A former admin may know some. */
export const deleteFirstPins = (db: Db, hostId: string) =>
  db.deleteFrom('pins').where('host_id', '=', hostId).where('is_first', '=', 1).execute();

const listPins = (db: Db, hostId: string) =>
  db
    .selectFrom('pins')
    .select(['staff_id', 'is_first', 'expires_at'])
    .where('host_id', '=', hostId)
    .execute();

/** Counts an attempt before it is verified. @returns the count with it */
export async function countPinTry(db: Db, deviceId: string, staffId: string): Promise<number> {
  const { count } = await db
    .insertInto('pin_tries')
    .values({ device_id: deviceId, staff_id: staffId, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'staff_id'])
        .doUpdateSet((eb) => ({ count: eb('pin_tries.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
}

export const deletePinTry = (db: Db, deviceId: string, staffId: string) =>
  db
    .deleteFrom('pin_tries')
    .where((eb) => eb.and({ device_id: deviceId, staff_id: staffId }))
    .execute();

/** On every device. A password proves more than a PIN: that name is no longer locked anywhere. */
export const deletePinTriesOf = (db: Db, staffId: string) =>
  db.deleteFrom('pin_tries').where('staff_id', '=', staffId).execute();

export const deletePinTriesOn = (db: Db, deviceId: string) =>
  db.deleteFrom('pin_tries').where('device_id', '=', deviceId).execute();

/** Names that are locked on the facility's devices. */
export const listLocked = (db: Db, hostId: string, most: number) =>
  db
    .selectFrom('pin_tries')
    .innerJoin('shared_devices', 'shared_devices.id', 'pin_tries.device_id')
    .innerJoin('staffs', 'staffs.id', 'pin_tries.staff_id')
    .select(['pin_tries.device_id', 'staffs.id', 'staffs.name'])
    .where((eb) => eb.and({ 'shared_devices.host_id': hostId, 'staffs.host_id': hostId }))
    .where('pin_tries.count', '>=', most)
    .orderBy('staffs.name_kana')
    .execute();
