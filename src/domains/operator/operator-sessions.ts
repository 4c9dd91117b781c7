import { hasSecondFactor } from '#domains/account/second-step/has-factor.ts';
import type { OwnSession } from '#domains/account/session/signed-in-devices.ts';
import type { Client, SignInWay } from '#domains/account/session/session.ts';
import { toWay } from '#domains/account/session/session.ts';
import { toOwnSessions } from '#domains/account/session/signed-in-devices.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Operator } from './operator.ts';
import { OPERATOR_IDLE_MS, OPERATOR_SESSION_MS } from './operator.ts';

/** @returns the session's token */
export async function startOperatorSession(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  operatorId: string,
  { userAgent, address }: Client,
  way: SignInWay,
): Promise<string> {
  const token = randomToken();
  const now = clock.now();
  await db
    .insertInto('operator_sessions')
    .values({
      id: hashToken(token),
      operator_id: operatorId,
      way,
      address,
      user_agent: userAgent.slice(0, 200),
      used_at: now.toISOString(),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + OPERATOR_SESSION_MS).toISOString(),
    })
    .execute();
  return token;
}

const NOTED_EVERY_MS = MINUTE_MS;

/** null after half an hour without use, or twelve hours. */
export async function readOperator(rt: Runtime, token: string): Promise<Operator | null> {
  const now = rt.clock.now();
  const row = await rt.db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
    .select(['operators.id', 'operators.email', 'operator_sessions.id as sessionId'])
    .select(['operator_sessions.used_at', 'operator_sessions.created_at'])
    .select(['operator_sessions.confirmed_at', 'operator_sessions.way'])
    .where('operator_sessions.id', '=', hashToken(token))
    .where('operator_sessions.expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!row) return null;
  const idle = now.getTime() - Date.parse(row.used_at ?? row.created_at);
  if (idle > OPERATOR_IDLE_MS) return null;
  if (idle >= NOTED_EVERY_MS) await noteUse(rt, row.sessionId, now.toISOString());
  const { id, email, sessionId } = row;
  return {
    ...{ id, email, sessionId, way: toWay(row.way) },
    confirmedAt: row.confirmed_at ?? row.created_at,
    mustEnrol: !(await hasSecondFactor(rt, { operatorId: id })),
  };
}

/** Best effort: a full disk must not block reading (P3). */
const noteUse = ({ db, log }: Runtime, id: string, now: string): Promise<unknown> =>
  db
    .updateTable('operator_sessions')
    .set({ used_at: now })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => log.warn({ err: error }, 'last use not recorded'));

export const signOutOperator = (rt: Runtime, { id, sessionId }: Operator): Promise<void> =>
  inTransaction(rt, async (tx) => {
    await tx.db.deleteFrom('operator_sessions').where('id', '=', sessionId).execute();
    await noteEvent(tx, { action: 'operator.signed_out', target: id });
  });

/** Where the operator is signed in, this session first. */
export async function readOperatorSessions(rt: Runtime, operator: Operator): Promise<OwnSession[]> {
  const now = rt.clock.now();
  const rows = await rt.db
    .selectFrom('operator_sessions')
    .select(['id', 'created_at', 'used_at', 'user_agent', 'way'])
    .where('operator_id', '=', operator.id)
    .where('expires_at', '>', now.toISOString())
    .where('used_at', '>=', new Date(now.getTime() - OPERATOR_IDLE_MS).toISOString())
    .orderBy('created_at', 'desc')
    .execute();
  return toOwnSessions(rows, operator.sessionId);
}

/** Ends one of the operator's sessions. @throws AppError 404 */
export const endOperatorSession = (rt: Runtime, { id }: Operator, session: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('operator_sessions')
      .where((eb) => eb.and({ operator_id: id, id: session }))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await noteEvent(tx, { action: 'operator.session_ended', target: id });
  });

/** Ends all but the one in which it is asked for. */
export const endOtherOperatorSessions = (rt: Runtime, { id, sessionId }: Operator): Promise<void> =>
  inTransaction(rt, async (tx) => {
    await endOperatorSessions(tx.db, id, sessionId);
    await noteEvent(tx, { action: 'operator.session_ended', target: id });
  });

/** @param except the session in which it is asked for */
export const endOperatorSessions = (db: Db, operatorId: string, except: string) =>
  db
    .deleteFrom('operator_sessions')
    .where('operator_id', '=', operatorId)
    .where('id', '!=', except)
    .execute();

export const forgetOldOperatorSessions = ({ db, clock }: Runtime) =>
  db
    .deleteFrom('operator_sessions')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', clock.now().toISOString()),
        eb('used_at', '<', new Date(clock.now().getTime() - OPERATOR_IDLE_MS).toISOString()),
      ]),
    )
    .execute();

/** @returns whether the session is still there */
export const updateOperatorConfirmed = async (
  tx: Db,
  id: string,
  confirmed_at: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('operator_sessions')
    .set({ confirmed_at })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
