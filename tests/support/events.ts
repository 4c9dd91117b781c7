import { sql } from 'kysely';
import type { AuditAction } from '#domains/audit/audit.ts';
import type { Factory } from './factories.ts';

/** In insertion order, since the frozen clock gives all the same time. */
export const readEvents = ({ db }: Pick<Factory, 'db'>) =>
  db
    .selectFrom('audit_logs')
    .selectAll()
    .orderBy(sql`rowid`)
    .execute();

/** Of shared devices, and of those who use nothing else. */
export type DeviceAction = Extract<
  AuditAction,
  | `device.${string}`
  | `staff.pin_${string}`
  | `session.pin_${string}`
  | 'session.started_on_shared'
  | 'staff.added'
  | 'staff.invited'
>;
