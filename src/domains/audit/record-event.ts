import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { DAY_MS } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Acting, AuditEvent } from './audit.ts';
import { KEPT_DAYS } from './audit.ts';

export const noteEvent = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  { action, hostId, staffId, target, residentId, detail }: AuditEvent,
) =>
  insertAuditLog(db, {
    id: newId(),
    host_id: hostId ?? null,
    staff_id: staffId ?? null,
    action,
    target: target ?? null,
    resident_id: residentId ?? null,
    detail: detail ?? null,
    created_at: clock.now().toISOString(),
  });

/** Records an event of a signed-in person in their own facility. */
export const noteAct = (
  tx: Pick<Runtime, 'db' | 'clock'>,
  { id, host }: Acting,
  event: Omit<AuditEvent, 'hostId' | 'staffId'>,
) => noteEvent(tx, { ...event, hostId: host.id, staffId: id });

export const forgetOldEvents = ({ db, clock }: Runtime) =>
  deleteAuditLogsBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString());

const insertAuditLog = (db: Db, row: Insertable<Database['audit_logs']>) =>
  db.insertInto('audit_logs').values(row).execute();

/** By facility, as they are indexed: all events together are too many to read. */
async function deleteAuditLogsBefore(db: Db, instant: string): Promise<void> {
  const old = db.deleteFrom('audit_logs').where('created_at', '<', instant);
  await old.where('host_id', 'in', ({ selectFrom }) => selectFrom('hosts').select('id')).execute();
  await old.where('host_id', 'is', null).execute();
}
