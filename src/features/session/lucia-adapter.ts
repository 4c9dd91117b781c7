import type { Adapter, DatabaseSession } from 'lucia';
import type { Db } from '#server/database.ts';

interface SessionAttributes {
  host_id: string;
  created_at: string;
  user_agent: string;
  device_id: string | null;
  by_pin: 0 | 1;
  used_at: string | null;
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

interface Row extends SessionAttributes {
  id: string;
  staff_id: string;
  expires_at: string;
}

const toSession = (row: Row): DatabaseSession => ({
  id: row.id,
  userId: row.staff_id,
  expiresAt: new Date(row.expires_at),
  attributes: {
    host_id: row.host_id,
    created_at: row.created_at,
    user_agent: row.user_agent,
    device_id: row.device_id,
    by_pin: row.by_pin,
    used_at: row.used_at,
  },
});
