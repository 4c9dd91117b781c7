import type { Adapter, DatabaseSession } from 'lucia';
import type { Db } from '#server/database.ts';
import type { Flag } from '#lib/flags.ts';

export const findStaffByEmail = (db: Db, email: string) =>
  db
    .selectFrom('staffs')
    .innerJoin('hosts', 'hosts.id', 'staffs.host_id')
    .select(['staffs.id', 'staffs.host_id', 'staffs.role', 'staffs.password_hash'])
    .select('hosts.asks_second_step')
    .where('staffs.email', '=', email)
    .where('staffs.confirmed_at', 'is not', null)
    .executeTakeFirst();

export type StaffLogin = NonNullable<Awaited<ReturnType<typeof findStaffByEmail>>>;

export const findUser = (db: Db, staffId: string) =>
  db
    .selectFrom('staffs')
    .innerJoin('hosts', 'hosts.id', 'staffs.host_id')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'staffs.host_id')
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
      'facility_endings.ends_on',
      'hosts.asks_second_step',
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
    .where((eb) => eb.and({ id, generation: from }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const updateLastSeen = (db: Db, staffId: string, now: string) =>
  db.updateTable('staffs').set({ last_seen_at: now }).where('id', '=', staffId).execute();

export const updateSessionUsed = (db: Db, id: string, now: string) =>
  db.updateTable('sessions').set({ used_at: now }).where('id', '=', id).execute();

export const updateSessionConfirmed = (db: Db, id: string, now: string) =>
  db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', id).execute();

/** The session goes on as one of a shared device, with its limits from now on. */
export const updateSessionDevice = (db: Db, id: string, deviceId: string, now: string) =>
  db
    .updateTable('sessions')
    .set({ device_id: deviceId, used_at: now, created_at: now })
    .where('id', '=', id)
    .execute();

export const deleteDeviceSessions = (db: Db, deviceId: string) =>
  db.deleteFrom('sessions').where('device_id', '=', deviceId).execute();

/** Those that began with a person's PIN. */
export const deletePinSessions = (db: Db, { hostId, staffId }: Person) =>
  db
    .deleteFrom('sessions')
    .where((eb) => eb.and({ host_id: hostId, staff_id: staffId, by_pin: 1 }))
    .execute();

interface Person {
  hostId: string;
  staffId: string;
}

export const listSessions = (db: Db, { hostId, staffId }: Person, now: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'rotated_at', 'used_at', 'user_agent', 'way'])
    .where((eb) => eb.and({ host_id: hostId, staff_id: staffId }))
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute();

/** @returns whether there was one */
export async function deleteSession(
  db: Db,
  { hostId, staffId }: Person,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((eb) => eb.and({ host_id: hostId, staff_id: staffId, id }))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** All of a person's. @param except a session to keep */
export const deleteSessions = (db: Db, { hostId, staffId }: Person, except: string | null = null) =>
  db
    .deleteFrom('sessions')
    .where((eb) => eb.and({ host_id: hostId, staff_id: staffId }))
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute();

interface SessionAttributes {
  host_id: string;
  created_at: string;
  user_agent: string;
  device_id: string | null;
  by_pin: Flag;
  used_at: string | null;
  way: string;
  address: string;
}

declare module 'lucia' {
  interface Register {
    DatabaseSessionAttributes: SessionAttributes;
  }
}

export function makeLuciaAdapter(db: Db): Adapter {
  const select = () => db.selectFrom('sessions').selectAll();
  const remove = () => db.deleteFrom('sessions');
  return {
    async getSessionAndUser(id) {
      const row = await select().where('id', '=', id).executeTakeFirst();
      if (!row) return [null, null];
      return [toSession(row), { id: row.staff_id, attributes: {} }];
    },
    async getUserSessions(staffId) {
      const rows = await select().where('staff_id', '=', staffId).execute();
      return rows.map(toSession);
    },
    async setSession(session) {
      await db.insertInto('sessions').values(toRow(session)).execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      const change = { expires_at: expiresAt.toISOString() };
      await db.updateTable('sessions').set(change).where('id', '=', id).execute();
    },
    async deleteSession(id) {
      await remove().where('id', '=', id).execute();
    },
    async deleteUserSessions(staffId) {
      await remove().where('staff_id', '=', staffId).execute();
    },
    async deleteExpiredSessions() {
      await remove().where('expires_at', '<=', new Date().toISOString()).execute();
    },
  };
}

const toRow = ({ id, userId, expiresAt, attributes }: DatabaseSession) => ({
  id,
  staff_id: userId,
  expires_at: expiresAt.toISOString(),
  rotated_at: null,
  ...attributes,
});

const toSession = ({ id, staff_id, expires_at, ...attributes }: SessionRow): DatabaseSession => ({
  id,
  userId: staff_id,
  expiresAt: new Date(expires_at),
  attributes,
});
