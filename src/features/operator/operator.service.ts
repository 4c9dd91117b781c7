import { AppError, forbidden } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, newId, randomToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import { allowLogin, placeOf } from '#features/session/login-limits.server.ts';
import { hashPassword, placeOfLink, withPasswords } from '#features/session/password.server.ts';
import type { Client } from '#features/session/session.service.ts';
import type { LoginInput } from '#features/session/session.ts';
import { endTokens, issueToken, readToken, useToken } from '#features/token/token.service.ts';
import type { OperatorAccountInput } from './operator-input.server.ts';
import type { Operator } from './operator.ts';
import { OPERATOR_SESSION_MS } from './operator.ts';
import {
  deleteOperatorSession,
  deleteOperatorSessionsBefore,
  findOperator,
  findOperatorSession,
  insertOperatorSession,
  replaceOperator,
} from './operator.repository.ts';

/** One-time addresses belong to no mailbox: whoever may read the log or run commands gets them. */
const NO_MAILBOX = '';
const CLAIMS = { email: NO_MAILBOX, hostId: null, staffId: null };

/** Also a name for limits, so that staff with the same address have their own. */
export const operatorName = (email: string): string => `operator ${email}`;

export const hasOperator = async ({ db }: Pick<Runtime, 'db'>): Promise<boolean> =>
  (await findOperator(db)) !== undefined;

/** Before there is an account, no one can tell that they exist (domain.md#the-operators-pages). */
export const areOperatorPagesOpen = async (rt: Pick<Runtime, 'db' | 'env'>): Promise<boolean> =>
  rt.env.OPERATOR_PAGES === 'on' && (await hasOperator(rt));

/**
 * Makes the one-time address that makes or replaces the operator's account; earlier ones end.
 * @throws AppError 403 if the pages are closed
 */
export const makeOperatorLink = (rt: Runtime): Promise<string> =>
  inTransaction(rt, async (tx) => {
    if (tx.env.OPERATOR_PAGES === 'off') {
      throw forbidden('運営者の画面は閉じています（OPERATOR_PAGES=off）。');
    }
    await endTokens(tx, 'operator', NO_MAILBOX);
    const token = await issueToken(tx, 'operator', CLAIMS);
    await noteEvent(tx, { action: 'operator.link_made' });
    return `${tx.env.PUBLIC_URL}${paths.operatorAccount(token)}`;
  });

/** @throws AppError 404 if unknown, 410 if used or expired */
export const checkOperatorLink = async (rt: Runtime, token: string): Promise<void> => {
  await readToken(rt, 'operator', token);
};

/**
 * Makes the account, or replaces it and ends its sessions.
 * @returns the session's token. @throws AppError 404, 410
 */
export async function makeOperatorAccount(
  rt: Runtime,
  { token, email, password }: OperatorAccountInput,
): Promise<string> {
  await checkOperatorLink(rt, token);
  const passwordHash = await hashPassword(placeOfLink(operatorName(email)), password);
  return inTransaction(rt, async (tx) => {
    await useToken(tx, 'operator', token);
    const id = newId();
    await replaceOperator(tx.db, {
      ...{ id, email, password_hash: passwordHash },
      created_at: tx.clock.now().toISOString(),
    });
    await noteEvent(tx, { action: 'operator.account_made', target: id });
    return startOperatorSession(tx, id);
  });
}

async function startOperatorSession(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  operatorId: string,
): Promise<string> {
  const token = randomToken();
  const now = clock.now();
  await insertOperatorSession(db, {
    id: hashToken(token),
    operator_id: operatorId,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + OPERATOR_SESSION_MS).toISOString(),
  });
  return token;
}

/** @returns the session's token. @throws AppError 401, 429; 503 if too many wait */
export async function signInOperator(
  rt: Runtime,
  input: LoginInput,
  client: Client,
): Promise<string> {
  const proven = await proveOperator(rt, input, client);
  const token = await inTransaction(rt, async (tx) => {
    // Verification takes a while: the account may have been replaced.
    if ((await findOperator(tx.db))?.id !== proven.id) throw wrongLogin();
    await noteEvent(tx, { action: 'operator.signed_in', target: proven.id });
    return startOperatorSession(tx, proven.id);
  });
  await proven.forgive();
  return token;
}

async function proveOperator(rt: Runtime, { email, password }: LoginInput, client: Client) {
  const name = operatorName(email);
  return withPasswords(placeOf(rt, name, client), async ({ verify }) => {
    const forgive = await allowLogin(rt, name, client);
    const row = await findOperator(rt.db);
    const known = row?.email === email ? row : undefined;
    if ((await verify(known?.password_hash ?? null, password)) && known) {
      return { id: known.id, forgive };
    }
    await noteEvent(rt, { action: 'operator.sign_in_refused' });
    throw wrongLogin();
  });
}

const wrongLogin = (): AppError => new AppError(401, 'メールアドレスかパスワードが違います。');

/** For what cannot be undone, or opens an account. @throws AppError 422, 429 */
export async function requireOperatorPassword(
  rt: Runtime,
  { email }: Operator,
  password: string,
  client: Client,
): Promise<void> {
  const proven = await proveOperator(rt, { email, password }, client).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status !== 401) throw error;
    const msg = '今のパスワードが違います。';
    throw new AppError(422, msg, { errors: { currentPassword: [msg] } });
  });
  await proven.forgive();
}

export async function readOperator(rt: Runtime, token: string): Promise<Operator | null> {
  const now = rt.clock.now().toISOString();
  return (await findOperatorSession(rt.db, hashToken(token), now)) ?? null;
}

export const signOutOperator = (rt: Runtime, { id, sessionId }: Operator): Promise<void> =>
  inTransaction(rt, async (tx) => {
    await deleteOperatorSession(tx.db, sessionId);
    await noteEvent(tx, { action: 'operator.signed_out', target: id });
  });

export const forgetOldOperatorSessions = ({ db, clock }: Runtime) =>
  deleteOperatorSessionsBefore(db, clock.now().toISOString());
