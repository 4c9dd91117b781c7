import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { DAY_MS } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import { pace } from '#server/pace.ts';
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

export function forgetOldEvents({ db, clock }: Runtime): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString();
  return pace.untilDone('old events', (count) => deleteAuditLogsBefore(db, before, count));
}

const insertAuditLog = (db: Db, row: Insertable<Database['audit_logs']>) =>
  db.insertInto('audit_logs').values(row).execute();

/** By facility, as they are indexed: all events together are too many to read. */
async function deleteAuditLogsBefore(db: Db, instant: string, limit: number): Promise<number> {
  const old = db
    .selectFrom('audit_logs')
    .select('id')
    .where('created_at', '<', instant)
    .limit(limit);
  const ofHosts = old.where('host_id', 'in', ({ selectFrom }) => selectFrom('hosts').select('id'));
  let deleted = 0;
  for (const some of [ofHosts, old.where('host_id', 'is', null)]) {
    const { numDeletedRows } = await db
      .deleteFrom('audit_logs')
      .where('id', 'in', () => some)
      .executeTakeFirst();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}
