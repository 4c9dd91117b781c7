import type { Runtime } from '../../server/runtime.ts';
import { newId } from '../../server/secrets.ts';
import type { AuditEvent } from './audit.ts';
import { KEPT_DAYS } from './audit.ts';
import { deleteAuditLogsBefore, insertAuditLog } from './audit.repository.ts';
import { DAY_MS } from '../../lib/durations.ts';

/** Writes an event down, in the transaction of what happened. */
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

/** The same for what someone who is signed in does to their own facility. */
export const noteAct = (
  tx: Pick<Runtime, 'db' | 'clock'>,
  { id, host }: { id: string; host: { id: string } },
  event: Omit<AuditEvent, 'hostId' | 'staffId'>,
) => noteEvent(tx, { ...event, hostId: host.id, staffId: id });

/** A year and a month, then a row has had its time. */
export const forgetOldEvents = ({ db, clock }: Runtime) =>
  deleteAuditLogsBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString());
