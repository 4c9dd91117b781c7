import type { Db } from '#server/database.ts';

export const findStaffByEmail = (db: Db, email: string) =>
  db
    .selectFrom('staffs')
    .select(['id', 'host_id', 'password_hash'])
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();

export const findUser = (db: Db, staffId: string) =>
  db
    .selectFrom('staffs')
    .innerJoin('hosts', 'hosts.id', 'staffs.host_id')
    .select([
      'staffs.id',
      'staffs.name',
      'staffs.name_kana',
      'staffs.email',
      'staffs.role',
      'staffs.last_seen_at',
      'hosts.id as host_id',
      'hosts.name as host_name',
      'hosts.plan',
      'hosts.activated_at',
      'hosts.trial_ends_at',
      'hosts.continued_at',
    ])
    .where('staffs.id', '=', staffId)
    .executeTakeFirst();

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export const findSession = (db: Db, id: string) =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Increments the generation unless another call did. @returns whether this call did */
export async function updateGeneration(
  db: Db,
  id: string,
  from: number,
  now: string,
): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ generation: from + 1, rotated_at: now })
    .where('id', '=', id)
    .where('generation', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const updateLastSeen = (db: Db, staffId: string, now: string) =>
  db.updateTable('staffs').set({ last_seen_at: now }).where('id', '=', staffId).execute();

export const updateSessionUsed = (db: Db, id: string, now: string) =>
  db.updateTable('sessions').set({ used_at: now }).where('id', '=', id).execute();

/** The session goes on as one of a shared device. */
export const updateSessionDevice = (db: Db, id: string, deviceId: string, now: string) =>
  db
    .updateTable('sessions')
    .set({ device_id: deviceId, used_at: now, created_at: now })
    .where('id', '=', id)
    .execute();

export const deleteDeviceSessions = (db: Db, deviceId: string) =>
  db.deleteFrom('sessions').where('device_id', '=', deviceId).execute();

export const deletePinSessions = (db: Db, { hostId, staffId }: Person) =>
  db
    .deleteFrom('sessions')
    .where('host_id', '=', hostId)
    .where('staff_id', '=', staffId)
    .where('by_pin', '=', 1)
    .execute();

interface Person {
  hostId: string;
  staffId: string;
}

export const listSessions = (db: Db, { hostId, staffId }: Person, now: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'rotated_at', 'user_agent'])
    .where('host_id', '=', hostId)
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute();

/** @param except a session to keep, or null */
export const deleteSessions = (db: Db, { hostId, staffId }: Person, except: string | null) =>
  db
    .deleteFrom('sessions')
    .where('host_id', '=', hostId)
    .where('staff_id', '=', staffId)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute();
