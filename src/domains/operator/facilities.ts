import { noteEvent } from '#domains/audit/record-event.ts';
import type { EndingPhase } from '#domains/facility/ending/ending.ts';
import { phaseOf } from '#domains/facility/ending/ending.ts';
import { isHostActive } from '#domains/facility/host.ts';
import type { HostRow } from '#domains/facility/read-host.ts';
import { findHost, updateHostRow } from '#domains/facility/read-host.ts';
import { planOf, requirePlan } from '#domains/facility/plans.ts';
import { releaseWaitingLetters } from '#domains/mail/outbox.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { listRemovals } from './removal-job.ts';

/** No personal data. */
export interface Facility {
  id: string;
  name: string;
  plan: string | null;
  isActive: boolean;
  hasBegun: boolean;
  trialEndsAt: string | null;
  /** Its last day, if it ends. */
  endsOn: string | null;
  phase: EndingPhase;
  /** Not yet confirmed by the operator. */
  asksToContinue: boolean;
  /** Its letters have no limit during its trial. */
  isConfirmed: boolean;
  isBeingRemoved: boolean;
  residents: number;
  families: number;
  staffs: number;
  items: number;
  storedBytes: number;
  createdAt: string;
}

export async function listFacilities(rt: Pick<Runtime, 'db' | 'clock'>): Promise<Facility[]> {
  const rows = await listHosts(rt.db);
  const removed = (await listRemovals(rt.db)).map(({ payload }) => payload);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    plan: row.plan,
    isActive: isHostActive(row, rt.clock.now()),
    hasBegun: row.activated_at !== null,
    trialEndsAt: row.trial_ends_at,
    endsOn: row.ends_on,
    phase: phaseOf(row.ends_on, rt.clock.now()),
    asksToContinue: row.continued_at !== null,
    isConfirmed: row.confirmed_at !== null,
    isBeingRemoved: removed.some((payload) => payload.includes(`"${row.id}"`)),
    residents: row.residents ?? 0,
    families: row.families ?? 0,
    staffs: row.staffs ?? 0,
    items: row.items ?? 0,
    storedBytes: row.stored_bytes,
    createdAt: row.created_at,
  }));
}

/** What facilities once chose and the operator no longer offers: they go on without limits. */
export async function listUnknownPlans({
  db,
  env,
}: Pick<Runtime, 'db' | 'env'>): Promise<string[]> {
  const rows = await db.selectFrom('hosts').select('plan').distinct().orderBy('plan').execute();
  return rows.flatMap(({ plan }) =>
    plan === null || planOf(env.operator.plans, plan) ? [] : [plan],
  );
}

/** @throws AppError 404 */
export async function readFacility(
  rt: Pick<Runtime, 'db' | 'clock'>,
  id: string,
): Promise<Facility> {
  const found = (await listFacilities(rt)).find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
}

/** Without one, startup explains how to create it. */
export const hasFacility = async ({ db }: Pick<Runtime, 'db'>): Promise<boolean> =>
  (await db.selectFrom('hosts').select('id').executeTakeFirst()) !== undefined;

export async function requireFacility(db: Db, id: string): Promise<HostRow> {
  const host = await findHost(db, id);
  if (!host) throw notFound('この番号の施設はありません。facilities で番号をお確かめください。');
  return host;
}

/**
 * Ends the trial for good (domain.md#facilities).
 * @param plan a new one, if any
 * @returns its plan; null for no limits
 * @throws AppError 404; 422 for a plan that is not offered
 */
export const continueFacility = (
  rt: Runtime,
  id: string,
  plan?: string,
): Promise<{ name: string; plan: string | null }> =>
  inTransaction(rt, async (tx) => {
    if (plan !== undefined) requirePlan(tx.env.operator.plans, plan);
    const host = await requireFacility(tx.db, id);
    const chosen = plan ?? host.plan;
    await updateHostRow(tx.db, id, {
      plan: chosen,
      activated_at: host.activated_at ?? tx.clock.now().toISOString(),
      trial_ends_at: null,
      continued_at: null,
    });
    await releaseWaitingLetters(tx, id);
    const target = chosen ?? 'none';
    await noteEvent(tx, { action: 'operator.facility_continued', hostId: id, target });
    return { name: host.name, plan: chosen };
  });

/**
 * The operator has made sure that it is a facility: its trial goes on without a limit of letters a
 * day, and those that wait go at once. @throws AppError 404
 */
export const confirmFacility = (rt: Runtime, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const host = await requireFacility(tx.db, id);
    if (host.confirmed_at !== null) return;
    await updateHostRow(tx.db, id, { confirmed_at: tx.clock.now().toISOString() });
    await releaseWaitingLetters(tx, id);
    await noteEvent(tx, { action: 'operator.facility_confirmed', hostId: id });
  });

/** Sets a plan; a trial continues. @param plan null for no limits. @throws AppError 404, 422 */
export const setPlan = (rt: Runtime, id: string, plan: string | null): Promise<string> =>
  inTransaction(rt, async (tx) => {
    const host = await requireFacility(tx.db, id);
    // Its name, since the history outlives what is offered.
    const detail = plan === null ? 'none' : requirePlan(tx.env.operator.plans, plan).name;
    await updateHostRow(tx.db, id, { plan });
    await noteEvent(tx, { action: 'operator.plan_set', hostId: id, detail });
    return host.name;
  });

const listHosts = (db: Db) =>
  db
    .selectFrom('hosts')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'hosts.id')
    .select(['id', 'name', 'plan', 'activated_at', 'trial_ends_at', 'continued_at'])
    .select(['confirmed_at', 'stored_bytes', 'hosts.created_at', 'facility_endings.ends_on'])
    .select(({ selectFrom }) => [
      selectFrom('residents')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('residents.host_id', '=', 'hosts.id')
        .as('residents'),
      selectFrom('families')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('families.host_id', '=', 'hosts.id')
        .as('families'),
      selectFrom('staffs')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('staffs.host_id', '=', 'hosts.id')
        .as('staffs'),
      selectFrom('items')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('items.host_id', '=', 'hosts.id')
        .where('items.deleted_at', 'is', null)
        .as('items'),
    ])
    .orderBy('hosts.created_at')
    .orderBy('id')
    .execute();
