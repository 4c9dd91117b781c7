import type { Acting } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { DAY_MS } from '#lib/durations.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import { orMissing } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { AskedOf, ChangeFacilityInput, Facility, FacilityColumn } from './facility.ts';
import { FACILITY_LABELS } from './facility.ts';
import { isOnTrial } from './host.ts';
import type { HostRow } from './read-host.ts';
import { findHost, renameSender, updateHostRow } from './read-host.ts';
import { planOf, roomOf } from './plans.ts';
import { readResidentRoom } from './resident-room.ts';

const GB = 1_000_000_000;

/** The facility's data and plan usage (contract.md#other). @throws AppError 404 */
export async function readFacility(rt: Runtime, { host }: Acting): Promise<Facility> {
  const row = await requireHost(rt.db, host.id);
  const { name, postcode, pref, city, town, street, phone, plan } = row;
  const room = roomOf(planOf(rt.env.operator.plans, plan), isOnTrial(row));
  const residents = await readResidentRoom(rt, host.id);
  return {
    ...{ name, postcode, pref, city, town, street, phone, plan },
    asksSecondStep: row.asks_second_step,
    asksConsentAgain: isOn(row.asks_consent_again),
    trialEndsAt: row.trial_ends_at,
    usedBytes: row.stored_bytes,
    maxBytes: room && room.storage * GB,
    residents: residents.count,
    maxResidents: residents.max,
  };
}

type Changeable = Exclude<FacilityColumn, 'first_steps_closed_at'>;
const CHANGEABLE = (Object.keys(FACILITY_LABELS) as FacilityColumn[]).filter(
  (column): column is Changeable => column !== 'first_steps_closed_at',
);

/** Changes the given fields; a sender name equal to the old name follows. @throws AppError 404 */
export async function changeFacility(
  rt: Runtime,
  actor: Acting,
  input: ChangeFacilityInput,
): Promise<Facility> {
  await inTransaction(rt, async (tx) => {
    const row = await requireHost(tx.db, actor.host.id);
    if (input.asksSecondStep !== undefined)
      await askSecondStep(tx, actor, row, input.asksSecondStep);
    const { asksConsentAgain: asks } = input;
    const fields = { ...input, asks_consent_again: asks === undefined ? asks : toFlag(asks) };
    const changed = CHANGEABLE.filter(
      (field) => fields[field] !== undefined && fields[field] !== row[field],
    );
    if (changed.length === 0) return;
    const set = Object.fromEntries(changed.map((field) => [field, fields[field]]));
    await updateHostRow(tx.db, row.id, set);
    const { name = row.name } = input;
    if (name !== row.name) await renameSender(tx.db, row.id, row.name, name);
    await noteAct(tx, actor, { action: 'host.changed', detail: changed });
  });
  return readFacility(rt, actor);
}

/** An answer also if nothing changes: the question is asked once. */
async function askSecondStep(
  tx: Tx,
  actor: Acting,
  { id, asks_second_step: before }: HostRow,
  asked: AskedOf,
): Promise<void> {
  const second_step_answered_at = tx.clock.now().toISOString();
  await updateHostRow(tx.db, id, { asks_second_step: asked, second_step_answered_at });
  if (asked !== before)
    await noteAct(tx, actor, { action: 'host.second_step_asked', detail: asked });
}

const ASKED_AFTER_DAYS = 7;

/** Whether to ask an admin about it: once, after the first week. */
export async function isSecondStepOpen(rt: Runtime, { host }: Acting): Promise<boolean> {
  const row = await requireHost(rt.db, host.id);
  if (row.second_step_answered_at !== null || row.activated_at === null) return false;
  return rt.clock.now().getTime() - Date.parse(row.activated_at) > ASKED_AFTER_DAYS * DAY_MS;
}

async function requireHost(db: Db, id: string): Promise<HostRow> {
  const row = orMissing(await findHost(db, id));
  return row;
}
