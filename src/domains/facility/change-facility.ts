import type { Acting } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { ChangeFacilityInput, Facility } from './facility.ts';
import { isOnTrial } from './host.ts';
import type { HostRow } from './hosts.ts';
import { findHost, renameSender, updateHostRow } from './hosts.ts';
import { roomOf } from './plans.ts';
import { readResidentRoom } from './resident-room.ts';

const GB = 1_000_000_000;

/** The facility's data and plan usage (contract.md#other). @throws AppError 404 */
export async function readFacility(rt: Runtime, { host }: Acting): Promise<Facility> {
  const row = await requireHost(rt.db, host.id);
  const { name, postcode, pref, city, town, street, phone, plan } = row;
  const room = roomOf(plan, isOnTrial(row));
  const residents = await readResidentRoom(rt, host.id);
  return {
    ...{ name, postcode, pref, city, town, street, phone, plan },
    trialEndsAt: row.trial_ends_at,
    usedBytes: row.stored_bytes,
    maxBytes: room && room.storage * GB,
    residents: residents.count,
    maxResidents: residents.max,
  };
}

const FIELDS = ['name', 'postcode', 'pref', 'city', 'town', 'street', 'phone'] as const;

/** Changes the given fields; a sender name equal to the old name follows. @throws AppError 404 */
export async function changeFacility(
  rt: Runtime,
  actor: Acting,
  input: ChangeFacilityInput,
): Promise<Facility> {
  await inTransaction(rt, async (tx) => {
    const row = await requireHost(tx.db, actor.host.id);
    const changed = FIELDS.filter(
      (field) => input[field] !== undefined && input[field] !== row[field],
    );
    if (changed.length === 0) return;
    const set = Object.fromEntries(changed.map((field) => [field, input[field]]));
    await updateHostRow(tx.db, row.id, set);
    const { name = row.name } = input;
    if (name !== row.name) await renameSender(tx.db, row.id, row.name, name);
    await noteAct(tx, actor, { action: 'host.changed', detail: changed.join(' ') });
  });
  return readFacility(rt, actor);
}

async function requireHost(db: Db, id: string): Promise<HostRow> {
  const row = await findHost(db, id);
  if (!row) throw notFound();
  return row;
}
