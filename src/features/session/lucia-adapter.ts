import type { Adapter, DatabaseSession } from 'lucia';
import type { Db } from '#server/database.ts';

interface SessionAttributes {
  host_id: string;
  created_at: string;
  user_agent: string;
}

declare module 'lucia' {
  interface Register {
    DatabaseSessionAttributes: SessionAttributes;
  }
}

export function makeLuciaAdapter(db: Db): Adapter {
  return {
    async getSessionAndUser(id) {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return [null, null];
      return [toSession(row), { id: row.staff_id, attributes: {} }];
    },
    async getUserSessions(staffId) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('staff_id', '=', staffId)
        .execute();
      return rows.map(toSession);
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      await db
        .insertInto('sessions')
        .values({
          id,
          staff_id: userId,
          expires_at: expiresAt.toISOString(),
          rotated_at: null,
          ...attributes,
        })
        .execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ expires_at: expiresAt.toISOString() })
        .where('id', '=', id)
        .execute();
    },
    async deleteSession(id) {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
    },
    async deleteUserSessions(staffId) {
      await db.deleteFrom('sessions').where('staff_id', '=', staffId).execute();
    },
    async deleteExpiredSessions() {
      await db.deleteFrom('sessions').where('expires_at', '<=', new Date().toISOString()).execute();
    },
  };
}

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
  },
});
