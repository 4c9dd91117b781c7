import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { deviceName } from '#lib/device-name.ts';
import { DAY_MS } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { wideNetworkOf } from '#server/network.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Act, Acting, AuditAction, AuditEvent, OwnAction } from './audit.ts';
import { ADDRESS_DAYS, KEPT_DAYS } from './audit.ts';

type Place = Pick<Runtime, 'db' | 'clock'>;

export const noteEvent = <Action extends OwnAction>(rt: Place, event: AuditEvent<Action>) =>
  insertEvent(rt, event, sourceOf(event.way));

/** Records what a family did, or somebody who would be one. */
export const noteOfFamily = <Action extends AuditAction>(rt: Place, event: AuditEvent<Action>) =>
  insertEvent(rt, event, {});

/** Records an event of a signed-in person in their own facility. */
export const noteAct = <Action extends OwnAction>(
  tx: Place,
  { id, host }: Acting,
  event: Act<Action>,
) => insertEvent(tx, { ...event, hostId: host.id, staffId: id }, sourceOf());

type Kept = Omit<AuditEvent<AuditAction>, 'detail'> & { detail?: unknown };

const insertEvent = (
  { db, clock }: Place,
  { action, hostId, staffId, target, residentId, detail }: Kept,
  source: Partial<Insertable<Database['audit_logs']>>,
) =>
  insertAuditLog(db, {
    id: newId(),
    host_id: hostId ?? null,
    staff_id: staffId ?? null,
    action,
    target: target ?? null,
    resident_id: residentId ?? null,
    detail: asText(detail as Parameters<typeof asText>[0]),
    ...source,
    created_at: clock.now().toISOString(),
  });

/** Numbers and lists as the history reads them. */
const asText = (detail: string | number | readonly string[] | null | undefined): string | null =>
  detail === undefined || detail === null ? null : [detail].flat().join(' ').trim();

/** Where an event comes from; nothing for jobs and commands. */
function sourceOf(way?: string) {
  const request = currentRequest();
  if (!request) return { way: way ?? null };
  const { address, userAgent } = request;
  return {
    address,
    network: wideNetworkOf(address),
    browser: deviceName(userAgent),
    way: way ?? request.way,
  };
}

export async function forgetOldEvents({ db, clock }: Runtime): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS).toISOString();
  await pace.untilDone('old events', (count) =>
    deleteAuditLogsBefore(db, daysAgo(KEPT_DAYS), count),
  );
  await pace.untilDone('old addresses', (count) =>
    forgetAddressesBefore(db, daysAgo(ADDRESS_DAYS), count),
  );
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

async function forgetAddressesBefore(db: Db, instant: string, limit: number): Promise<number> {
  const old = db
    .selectFrom('audit_logs')
    .select('id')
    .where('address', 'is not', null)
    .where('created_at', '<', instant)
    .limit(limit);
  const { numUpdatedRows } = await db
    .updateTable('audit_logs')
    .set({ address: null })
    .where('id', 'in', () => old)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
