import { endTokens } from '#domains/account/one-time/one-time-tokens.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { deleteSession, deleteSessions, listSessions } from './session-rows.ts';
import { browserOf, deviceName } from '#lib/device-name.ts';
import type { SessionRow } from './session-rows.ts';
import type { Actor, SignInWay } from './session.ts';
import { toWay } from './session.ts';

export interface OwnSession {
  id: string;
  device: string;
  browser: string;
  system: string;
  way: SignInWay;
  /** The last use is recorded every quarter of an hour. */
  startedAt: string;
  lastUsedAt: string;
  isThisOne: boolean;
}

export async function readOwnSessions(rt: Runtime, actor: Actor): Promise<OwnSession[]> {
  const rows = await listSessions(rt.db, whoIs(actor), rt.clock.now().toISOString());
  return toOwnSessions(rows, actor.sessionId);
}

type Row = Pick<SessionRow, 'id' | 'created_at' | 'used_at' | 'user_agent' | 'way'> & {
  rotated_at?: string | null;
};

/** Also the operator's. @param own the session in which it is asked, which comes first */
export const toOwnSessions = (rows: readonly Row[], own: string): OwnSession[] =>
  rows
    .map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      ...browserOf(row.user_agent),
      way: toWay(row.way),
      startedAt: row.created_at,
      lastUsedAt: row.used_at ?? row.rotated_at ?? row.created_at,
      isThisOne: row.id === own,
    }))
    .sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne));

/** The same, by the names of the contract. */
export const listedSessions = async (rt: Runtime, actor: Actor) =>
  (await readOwnSessions(rt, actor)).map(
    ({ id, browser, system, way, startedAt, lastUsedAt, isThisOne }) => ({
      ...{ id, browser, system, way, lastUsedAt },
      ...{ createdAt: startedAt, current: isThisOne },
    }),
  );

/** Ends one of a person's sessions, this one too. @throws AppError 404 */
export const endOneSession = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    if (!(await deleteSession(tx.db, whoIs(actor), id))) throw notFound();
    await noteAct(tx, actor, { action: 'session.one_ended' });
  });

/** Ends a person's other sessions, and an address change requested from them. */
export const endOtherSessions = (rt: Runtime, actor: Actor): Promise<void> =>
  inTransaction(rt, async (tx) => {
    await deleteSessions(tx.db, whoIs(actor), actor.sessionId);
    await endTokens(tx, 'email', { staff_id: actor.id });
    await noteAct(tx, actor, { action: 'session.others_ended' });
  });

const whoIs = ({ id, host }: Actor) => ({ hostId: host.id, staffId: id });
