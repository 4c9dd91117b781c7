import type { Db } from '../../server/database.ts';
import type { Runtime } from '../../server/runtime.ts';
import { newId } from '../../server/secrets.ts';
import type { AuditEvent } from './audit.ts';
import { deleteAuditLogsBefore, insertAuditLog } from './audit.repository.ts';

const KEPT_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Writes an event down, in the transaction of what happened. */
export const noteEvent = (
  tx: Db,
  { clock }: Pick<Runtime, 'clock'>,
  { action, hostId = null, staffId = null, target = null }: AuditEvent,
) =>
  insertAuditLog(tx, {
    id: newId(),
    host_id: hostId,
    staff_id: staffId,
    action,
    target,
    created_at: clock.now().toISOString(),
  });

/** A year and a month, then a row has had its time. */
export const forgetOldEvents = ({ db, clock }: Runtime) =>
  deleteAuditLogsBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString());
