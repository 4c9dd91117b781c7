import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '../../server/database.ts';

export const insertAuditLog = (db: Db, row: Insertable<Database['audit_logs']>) =>
  db.insertInto('audit_logs').values(row).execute();

export const deleteAuditLogsBefore = (db: Db, instant: string) =>
  db.deleteFrom('audit_logs').where('created_at', '<', instant).execute();
