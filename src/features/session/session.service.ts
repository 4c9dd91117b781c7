import { Lucia, TimeSpan } from 'lucia';
import { DAY_MS } from '#lib/durations.ts';
import { AppError, unauthorized } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import { isHostActive } from '#features/host/host.ts';
import { issueAccessToken, readAccessToken } from './access-token.ts';
import { allowLogin, placeOf } from './login-limits.server.ts';
import { makeLuciaAdapter } from './lucia-adapter.ts';
import type { Passwords } from './password.server.ts';
import { withPasswords } from './password.server.ts';
import { issueRefreshToken, readRefreshToken } from './refresh-token.server.ts';
import type { Actor, LoginInput, TokenPair, User } from './session.ts';
import { REFRESH_GRACE_MS, SESSION_ABSOLUTE_DAYS, SESSION_DAYS } from './session.ts';
import type { UserRow } from './session.repository.ts';
import {
  findSession,
  findStaffByEmail,
  findUser,
  updateGeneration,
  updateLastSeen,
} from './session.repository.ts';

const SEEN_EVERY_MS = 5 * 60 * 1000;

export interface Client {
  address: string;
  userAgent: string;
  device?: string | null;
}

const luciaOf = ({ db }: { db: Db }): Lucia =>
  new Lucia(makeLuciaAdapter(db), { sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd') });

/** Signs in (domain.md#signing-in). @throws AppError 401, 429; 503 if too many wait */
export async function login(rt: Runtime, input: LoginInput, client: Client): Promise<TokenPair> {
  const { staff, forgive } = await withPasswords(placeOf(rt, input.email, client), (passwords) =>
    proveLogin(rt, passwords, input, client),
  );
  // Verification takes a while: the password may have been reset, or the account removed.
  const tokens = await startSession(rt, staff.id, staff.host_id, client, async (tx) => {
    const { password_hash } = (await findStaffByEmail(tx, input.email)) ?? {};
    if (password_hash !== staff.password_hash) throw wrongLogin();
  });
  await forgive();
  return tokens;
}

/** @returns the staff member, and a function to call after signing in */
async function proveLogin(rt: Runtime, { verify }: Passwords, input: LoginInput, client: Client) {
  const forgive = await allowLogin(rt, input.email, client);
  const staff = await findStaffByEmail(rt.db, input.email);
  if ((await verify(staff?.password_hash ?? null, input.password)) && staff) {
    return { staff, forgive };
  }
  await noteEvent(rt, {
    action: 'session.refused',
    hostId: staff?.host_id,
    target: staff?.id,
  });
  throw wrongLogin();
}

const wrongLogin = (): AppError => new AppError(401, 'メールアドレスかパスワードが違います。');

/** Creates a session. @param stillProved throws if the proof no longer holds at commit */
export async function startSession(
  rt: Runtime,
  staffId: string,
  hostId: string,
  client: Client,
  stillProved?: (tx: Db) => Promise<void>,
): Promise<TokenPair> {
  const sessionToken = randomToken();
  const sessionId = hashToken(sessionToken);
  const attributes = {
    host_id: hostId,
    created_at: rt.clock.now().toISOString(),
    user_agent: client.userAgent.slice(0, 200),
  };
  await inTransaction(rt, async (tx) => {
    await stillProved?.(tx.db);
    await luciaOf(tx).createSession(staffId, attributes, { sessionId });
    await noteEvent(tx, { action: 'session.started', hostId, staffId });
  });
  return {
    access_token: await issueAccessToken(rt.secrets.jwtKey, { staffId, sessionId }),
    refresh_token: issueRefreshToken(rt.secrets, sessionToken, 0),
  };
}

const refused = (): AppError =>
  unauthorized('ログインの期限が切れました。もう一度ログインしてください。');

/** Exchanges a refresh token. Reuse after the grace period means theft. @throws AppError 401 */
export async function refresh(rt: Runtime, refreshToken: string): Promise<TokenPair> {
  const claims = readRefreshToken(rt.secrets, refreshToken);
  if (!claims) throw refused();
  const { sessionId, generation, sessionToken } = claims;
  const staffId = await livingSession(rt, sessionId);
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

/** Extends a valid session. @returns the staff id */
async function livingSession(rt: Runtime, sessionId: string): Promise<string | null> {
  const lucia = luciaOf(rt);
  const { session } = await lucia.validateSession(sessionId);
  if (!session) return null;
  const row = await findSession(rt.db, sessionId);
  const age = rt.clock.now().getTime() - Date.parse(row?.created_at ?? '');
  if (age <= SESSION_ABSOLUTE_DAYS * DAY_MS) return session.userId;
  await lucia.invalidateSession(sessionId);
  return null;
}

/** The holder of an access token with an existing session (P10). */
export async function authenticate(rt: Runtime, accessToken: string): Promise<Actor | null> {
  const claims = await readAccessToken(rt.secrets.jwtKey, accessToken);
  if (!claims) return null;
  const staffId = await livingSession(rt, claims.sessionId);
  return staffId === claims.staffId
    ? readActor(rt, staffId, claims.sessionId, claims.expiresAt)
    : null;
}

/** The holder of the latest refresh token; for pictures, which cannot rotate it. */
export async function authenticateByRefreshToken(
  rt: Runtime,
  token: string,
): Promise<Actor | null> {
  const claims = readRefreshToken(rt.secrets, token);
  const staffId = claims && (await livingSession(rt, claims.sessionId));
  if (!staffId) return null;
  const { sessionId, generation } = claims;
  const isCurrent = (await findSession(rt.db, sessionId))?.generation === generation;
  const isGood = isCurrent || (await isInGrace(rt, sessionId, generation, rt.clock.now()));
  return isGood ? readActor(rt, staffId, sessionId, 0) : null;
}

async function readActor(
  rt: Runtime,
  staffId: string,
  sessionId: string,
  accessTokenExpiresAt: number,
): Promise<Actor | null> {
  const row = await findUser(rt.db, staffId);
  if (!row) return null;
  const now = rt.clock.now();
  if (now.getTime() - Date.parse(row.last_seen_at ?? '1970-01-01') > SEEN_EVERY_MS) {
    // Best effort: a full disk must not block reading (P3).
    await updateLastSeen(rt.db, staffId, now.toISOString()).catch((error: unknown) =>
      rt.log.warn({ err: error }, 'last visit not recorded'),
    );
  }
  return { ...toUser(row, now), sessionId, accessTokenExpiresAt };
}

function toUser(row: UserRow, now: Date): User {
  const isAdmin = row.role === 'admin';
  return {
    id: row.id,
    name: row.name,
    nameKana: row.name_kana,
    email: row.email,
    role: row.role,
    isAdmin,
    userType: 'staff',
    scope: isAdmin ? ['staff', 'admin'] : ['staff'],
    host: {
      id: row.host_id,
      name: row.host_name,
      isActive: isHostActive(row, now),
      plan: row.plan,
      trialEndsAt: row.trial_ends_at,
    },
  };
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
