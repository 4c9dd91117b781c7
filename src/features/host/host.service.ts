import { DAY_MS } from '#lib/durations.ts';
import { conflict, notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import type { Actor } from '#features/session/session.ts';
import { isHostActive, isOnTrial, sendsUntil } from './host.ts';
import type { Host } from './host.ts';
import type { HostRow } from './host.repository.ts';
import { findHost, updateNewHost } from './host.repository.ts';
import type { Plan, PlanId } from './plans.ts';
import { TRIAL_DAYS, planOf, roomOf } from './plans.ts';

export const readHostName = async (db: Db, id: string): Promise<string> =>
  (await findHost(db, id))?.name ?? '';

/** @returns true for a host that no longer exists */
export async function readIsOnTrial(db: Db, id: string): Promise<boolean> {
  const row = await findHost(db, id);
  return !row || isOnTrial(row);
}

/** undefined without a plan and its limits. */
export const readPlan = async (db: Db, id: string): Promise<Plan | undefined> =>
  planOf((await findHost(db, id))?.plan ?? null);

/** Until when a host may send letters; null for no limit, or a removed host. */
export async function readSendsUntil(db: Db, id: string): Promise<string | null> {
  const row = await findHost(db, id);
  return row ? sendsUntil(row) : null;
}

export interface HostRoom {
  storedBytes: number;
  isOnTrial: boolean;
  limit: ReturnType<typeof roomOf>;
}

/** @throws AppError 404 for a host that no longer exists */
export async function readHostRoom(db: Db, id: string): Promise<HostRoom> {
  const row = await findHost(db, id);
  if (!row) throw notFound();
  const onTrial = isOnTrial(row);
  return {
    storedBytes: row.stored_bytes,
    isOnTrial: onTrial,
    limit: roomOf(row.plan, onTrial),
  };
}

export async function readHostContact(
  db: Db,
  id: string,
): Promise<{ name: string; phone: string; isOnTrial: boolean }> {
  const row = await findHost(db, id);
  return { name: row?.name ?? '', phone: row?.phone ?? '', isOnTrial: !row || isOnTrial(row) };
}

export type HostSender = Pick<
  HostRow,
  'name' | 'phone' | 'postcode' | 'pref' | 'city' | 'town' | 'street'
>;

export async function readHostSender(db: Db, id: string): Promise<HostSender> {
  const row = await findHost(db, id);
  const { name = '', phone = '', postcode = '', pref = '', city = '' } = row ?? {};
  return { name, phone, postcode, pref, city, town: row?.town ?? '', street: row?.street ?? '' };
}

/** `trial` includes its first and last day. */
export async function readStanding(
  rt: Runtime,
  { host }: Actor,
): Promise<'new' | 'trial' | 'continued' | 'over'> {
  const row = await findHost(rt.db, host.id);
  if (!row?.activated_at) return 'new';
  if (row.continued_at !== null) return 'continued';
  return host.isActive ? 'trial' : 'over';
}

/** Starts a host's only trial (domain.md#facilities). @throws AppError 409 if it had one */
export async function startTrial(rt: Runtime, actor: Actor, plan: PlanId): Promise<Host> {
  const now = rt.clock.now();
  const row = await inTransaction(rt, async (tx) => {
    const started = await updateNewHost(tx.db, actor.host.id, {
      plan,
      activated_at: now.toISOString(),
      trial_ends_at: new Date(now.getTime() + TRIAL_DAYS * DAY_MS).toISOString(),
    });
    if (!started) throw conflict('お試しは一度だけです。つづけるには、運営者にご連絡ください。');
    await noteEvent(tx, {
      action: 'host.trial_started',
      hostId: actor.host.id,
      staffId: actor.id,
      target: plan,
    });
    return started;
  });
  return toHost(row, now);
}

const toHost = (row: HostRow, now: Date): Host => ({
  id: row.id,
  name: row.name,
  isActive: isHostActive(row, now),
  plan: row.plan,
  trialEndsAt: row.trial_ends_at,
});
