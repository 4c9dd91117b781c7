import { Lucia, TimeSpan } from 'lucia';
import { endRememberedHere } from '#domains/account/second-step/remembered.ts';
import { useSharedDevice } from '#domains/account/shared-device/device-rows.ts';
import { tellNewBrowser } from '#domains/account/told/told.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { unauthorized } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { readActor } from './actor.ts';
import { isSessionOver } from './session-age.ts';
import type { SessionRow } from './session-rows.ts';
import {
  deleteDeviceSessions,
  findSession,
  findUser,
  makeLuciaAdapter,
  updateGeneration,
} from './session-rows.ts';
import type { Actor, Client, SignInWay, TokenPair } from './session.ts';
import { REFRESH_GRACE_MS, SESSION_DAYS, SHARED_SESSION_HOURS } from './session.ts';
import {
  issueAccessToken,
  issueRefreshToken,
  readAccessToken,
  readRefreshToken,
} from './tokens.ts';

const luciaOf = ({ db }: { db: Db }, isShared = false): Lucia =>
  new Lucia(makeLuciaAdapter(db), {
    sessionExpiresIn: isShared
      ? new TimeSpan(SHARED_SESSION_HOURS, 'h')
      : new TimeSpan(SESSION_DAYS, 'd'),
  });

interface Proof {
  /** Throws if the proof no longer holds at commit. */
  stillProved?: (tx: Tx) => Promise<void>;
  way?: SignInWay;
}

/** Creates a session; on a shared device it is the only one. @throws AppError 401 */
export async function startSession(
  rt: Runtime,
  staffId: string,
  hostId: string,
  client: Client,
  { stillProved, way = 'password' }: Proof = {},
): Promise<TokenPair> {
  const sessionToken = randomToken();
  const sessionId = hashToken(sessionToken);
  const byPin = way === 'pin';
  await inTransaction(rt, async (tx) => {
    await stillProved?.(tx);
    const user = await findUser(tx.db, staffId);
    if (!user) throw refused();
    const now = tx.clock.now();
    const device = await useSharedDevice(tx.db, client.sharedDevice, hostId, now);
    if (byPin && !device) throw refused();
    if (device) {
      await deleteDeviceSessions(tx.db, device.id);
      await endRememberedHere(tx.db, client);
    }
    const attributes = {
      host_id: hostId,
      created_at: now.toISOString(),
      user_agent: client.userAgent.slice(0, 200),
      device_id: device?.id ?? null,
      by_pin: byPin ? (1 as const) : (0 as const),
      used_at: device && now.toISOString(),
      way,
      address: client.address,
    };
    await luciaOf(tx, device !== null).createSession(staffId, attributes, { sessionId });
    const event = device
      ? ({ action: 'session.started_on_shared', detail: device.name } as const)
      : ({ action: 'session.started' } as const);
    await noteEvent(tx, { ...event, hostId, staffId, way });
    // Of the first sign-in everybody knows.
    if (user.last_seen_at === null || user.email === null) return;
    await tellNewBrowser(tx, { holder: { hostId, staffId }, email: user.email, way }, client);
  });
  return {
    access_token: await issueAccessToken(rt.secrets.jwtKey, { staffId, sessionId }),
    refresh_token: issueRefreshToken(rt.secrets, sessionToken, 0),
  };
}

const refused = () => unauthorized('ログインの期限が切れました。もう一度ログインしてください。');

/** Exchanges a refresh token. Reuse after the grace period means theft. @throws AppError 401 */
export async function refresh(rt: Runtime, refreshToken: string): Promise<TokenPair> {
  const claims = readRefreshToken(rt.secrets, refreshToken);
  if (!claims) throw refused();
  const { sessionId, generation, sessionToken } = claims;
  const staffId = (await livingSession(rt, sessionId))?.staff_id;
  if (!staffId) throw refused();
  const now = rt.clock.now();
  const rotated = await updateGeneration(rt.db, sessionId, generation, now.toISOString());
  if (!rotated && !(await isInGrace(rt, sessionId, generation, now))) {
    await endSession(rt, sessionId, 'session.reuse_detected');
    throw refused();
  }
  return {
    access_token: await issueAccessToken(rt.secrets.jwtKey, { staffId, sessionId }),
    refresh_token: issueRefreshToken(rt.secrets, sessionToken, generation + 1),
  };
}

async function isInGrace(
  rt: Runtime,
  sessionId: string,
  generation: number,
  now: Date,
): Promise<boolean> {
  const session = await findSession(rt.db, sessionId);
  if (!session?.rotated_at || session.generation !== generation + 1) return false;
  return now.getTime() - Date.parse(session.rotated_at) <= REFRESH_GRACE_MS;
}

/** Extends a valid session. */
async function livingSession(rt: Runtime, sessionId: string): Promise<SessionRow | null> {
  const row = await findSession(rt.db, sessionId);
  if (!row) return null;
  const lucia = luciaOf(rt, row.device_id !== null);
  const { session } = await lucia.validateSession(sessionId);
  if (!session) return null;
  if (!isSessionOver(row, rt.clock.now())) return row;
  await lucia.invalidateSession(sessionId);
  return null;
}

/** Whose access token it is, with an existing session (P10). */
export async function authenticate(rt: Runtime, accessToken: string): Promise<Actor | null> {
  const claims = await readAccessToken(rt.secrets.jwtKey, accessToken);
  if (!claims) return null;
  const session = await livingSession(rt, claims.sessionId);
  return session?.staff_id === claims.staffId ? readActor(rt, session, claims.expiresAt) : null;
}

/** For what takes long: @throws AppError 401 if the person was signed out meanwhile */
export async function requireSession(rt: Runtime, { sessionId }: Actor): Promise<void> {
  if ((await livingSession(rt, sessionId)) === null) throw unauthorized();
}

/** Whose latest refresh token it is; for pictures, which cannot rotate it. */
export async function authenticateByRefreshToken(
  rt: Runtime,
  token: string,
): Promise<Actor | null> {
  const claims = readRefreshToken(rt.secrets, token);
  const session = claims && (await livingSession(rt, claims.sessionId));
  if (!session) return null;
  const { sessionId, generation } = claims;
  const isCurrent = session.generation === generation;
  const isGood = isCurrent || (await isInGrace(rt, sessionId, generation, rt.clock.now()));
  return isGood ? readActor(rt, session, 0) : null;
}

/** Ends the session of either token, if there is one. */
export async function logout(
  rt: Runtime,
  tokens: { accessToken: string | null; refreshToken: string | null },
): Promise<void> {
  const byRefresh = tokens.refreshToken && readRefreshToken(rt.secrets, tokens.refreshToken);
  const byAccess =
    tokens.accessToken && (await readAccessToken(rt.secrets.jwtKey, tokens.accessToken));
  const sessionId = (byRefresh || byAccess || undefined)?.sessionId;
  if (sessionId) await endSession(rt, sessionId, 'session.ended');
}

const endSession = (
  rt: Runtime,
  sessionId: string,
  action: 'session.ended' | 'session.reuse_detected',
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const row = await findSession(tx.db, sessionId);
    if (!row) return;
    await luciaOf(tx).invalidateSession(sessionId);
    await noteEvent(tx, { action, hostId: row.host_id, staffId: row.staff_id });
  });

export const deleteExpiredSessions = (rt: Runtime): Promise<void> =>
  luciaOf(rt).deleteExpiredSessions();
